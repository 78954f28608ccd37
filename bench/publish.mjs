import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import prettier from 'prettier';
import { resultFile } from './options.mjs';

const DOCUMENT = join(import.meta.dirname, '../docs/performance.md');

/**
 * Prints a result and writes it to bench/data; with `--publish` also puts `documented` between `<!-- name -->` and
 * `<!-- /name -->` of docs/performance.md.
 */
export async function publish(name, { markdown, documented = markdown, result }, isForDocument) {
  writeFileSync(resultFile(`${name}.json`), `${JSON.stringify(result, null, 2)}\n`);
  writeFileSync(resultFile(`${name}.md`), markdown);
  console.log(markdown);
  if (isForDocument) await replaceInDocument(name, documented);
}

async function replaceInDocument(name, markdown) {
  const text = readFileSync(DOCUMENT, 'utf8');
  const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from === -1 || to < from) throw new Error(`docs/performance.md has no ${begin} … ${end}`);
  const replaced = `${text.slice(0, from + begin.length)}\n\n${markdown}\n${text.slice(to)}`;
  const style = await prettier.resolveConfig(DOCUMENT);
  writeFileSync(DOCUMENT, await prettier.format(replaced, { ...style, filepath: DOCUMENT }));
}
