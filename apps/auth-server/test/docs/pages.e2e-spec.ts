/** @once */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSettings } from '../../src/config/read-settings';
import { freshDir } from '../support/server';

const page = readFileSync(join(__dirname, '../../../../docs/pages.md'), 'utf8');

it('the page about restyling has a style sheet that the server takes, with every token', () => {
  const [, css = ''] = /<!-- brand -->\s+```css\n([^]+?)```/.exec(page) ?? [];
  const BRAND_CSS_FILE = join(freshDir(), 'brand.css');
  writeFileSync(BRAND_CSS_FILE, css);
  const sheet = readSettings({ BRAND_CSS_FILE }).brand.css?.content.toString() ?? '';
  const own = readFileSync(join(__dirname, '../../assets/consentry.css'), 'utf8');
  const [, section = ''] = /---- brand: what a team sets [^]+?:root \{([^]+?)---- tokens/.exec(own) ?? [];
  const tokens = (text: string) => [...text.matchAll(/^ {2}(--[\w-]+):/gm)].map(([, name]) => name);
  expect(tokens(sheet)).toEqual(tokens(section));
  expect(tokens(sheet)).toHaveLength(8);
});
