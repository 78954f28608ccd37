import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSettings } from '../../../apps/auth-server/src/platform/config/read-settings';
import { blocksOf } from '@consentry/test-support/docs/page-blocks';
import { freshDir } from '@consentry/test-support/server/server';

it('the page about restyling has a style sheet that the server takes, with every token', () => {
  const BRAND_CSS_FILE = join(freshDir(), 'brand.css');
  writeFileSync(BRAND_CSS_FILE, blocksOf('docs/pages.md').get('brand')!);
  const sheet = readSettings({ BRAND_CSS_FILE }).brand.css?.content.toString() ?? '';
  const own = readFileSync(join(__dirname, '../../../apps/auth-server/assets/consentry.css'), 'utf8');
  const [, section = ''] = /---- brand: what a team sets [^]+?:root \{([^]+?)---- tokens/.exec(own) ?? [];
  const tokens = (text: string) => [...text.matchAll(/^ {2}(--[\w-]+):/gm)].map(([, name]) => name);
  expect(tokens(sheet)).toEqual(tokens(section));
  expect(tokens(sheet)).toHaveLength(8);
});
