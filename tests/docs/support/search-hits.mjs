// Prints what the built site's index finds for each search, best first. Usage: node search-hits.mjs FOLDER < searches.json
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import MiniSearch from 'minisearch';
import { search } from '../../../docs/.vitepress/search.mjs';

const chunks = join(process.argv[2], 'assets/chunks');
const chunk = readdirSync(chunks).find((name) => name.startsWith('@localSearchIndex'));
const { default: json } = await import(`data:text/javascript;base64,${readFileSync(join(chunks, chunk), 'base64')}`);
// As the theme loads it.
const index = MiniSearch.loadJSON(json, { fields: ['title', 'titles', 'text'], storeFields: ['title', 'titles'] });

const searches = JSON.parse(readFileSync(0, 'utf8'));
console.log(JSON.stringify(searches.map((text) => search(index, text).map(({ id }) => id))));
