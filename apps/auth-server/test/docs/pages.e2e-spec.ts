/** @once */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSettings } from '../../src/config/read-settings';
import { blocksOf } from '../support/page-blocks';
import { freshDir } from '../support/server';

it('the page about restyling has a style sheet that the server takes, with every token', () => {
  const BRAND_CSS_FILE = join(freshDir(), 'brand.css');
  writeFileSync(BRAND_CSS_FILE, blocksOf('docs/pages.md').get('brand')!);
  const sheet = readSettings({ BRAND_CSS_FILE }).brand.css?.content.toString() ?? '';
  const own = readFileSync(join(__dirname, '../../assets/consentry.css'), 'utf8');
  const [, section = ''] = /---- brand: what a team sets [^]+?:root \{([^]+?)---- tokens/.exec(own) ?? [];
  const tokens = (text: string) => [...text.matchAll(/^ {2}(--[\w-]+):/gm)].map(([, name]) => name);
  expect(tokens(sheet)).toEqual(tokens(section));
  expect(tokens(sheet)).toHaveLength(8);
});
