import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { linksIn } from '../../../apps/auth-server/src/platform/config/brand-links';
import { readSettings } from '../../../apps/auth-server/src/platform/config/read-settings';
import { adapted, blocksOf } from '@consentry/test-support/docs/page-blocks';
import { freshDir } from '@consentry/test-support/server/server';

it('the page about restyling has a style sheet that the server takes, with every token', () => {
  const BRAND_CSS_FILE = join(freshDir(), 'brand.css');
  writeFileSync(BRAND_CSS_FILE, blocksOf('docs/pages.md').get('brand')!);
  const sheet = readSettings({ BRAND_CSS_FILE }).brand.css?.content.toString() ?? '';
  const own = readFileSync(join(__dirname, '../../../libs/ui/src/consentry.css'), 'utf8');
  const [, section = ''] = /---- brand: what a team sets [^]+?:root \{([^]+?)---- tokens/.exec(own) ?? [];
  const tokens = (text: string) => [...text.matchAll(/^ {2}(--[\w-]+):/gm)].map(([, name]) => name);
  expect(tokens(sheet)).toEqual(tokens(section));
  expect(tokens(sheet)).toHaveLength(8);
});

it('the settings of a brand on it are taken', () => {
  const logo = join(freshDir(), 'acme.svg');
  writeFileSync(logo, '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 40"/>');
  const block = adapted(blocksOf('docs/pages.md').get('brand-settings'), { '/etc/consentry/acme.svg': logo });
  const script = `set -a\n${block}\n"${process.execPath}" -p 'JSON.stringify(process.env)'`;
  const environment = JSON.parse(execFileSync('sh', ['-c', script], { encoding: 'utf8', env: {} })) as object;
  const { brand } = readSettings({ ...environment });
  expect(brand).toMatchObject({ name: 'Acme', logo: { name: 'brand-logo.svg' }, logoShowsName: true });
  expect(brand.css?.content.toString()).toContain('#1d4ed8');
  expect(linksIn(brand.links, 'de')).toEqual([{ label: 'Datenschutz', url: 'https://acme.example/datenschutz' }]);
});
