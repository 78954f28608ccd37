import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expectAccessible } from '@consentry/test-support/browser/accessible';
import { givenBrowser } from '@consentry/test-support/browser/chromium';
import { describeInChromium } from '@consentry/test-support/browser/programs';
import { StaticSite } from '../support/static-site';
import { ROOT } from '@consentry/test-support/run/root';
import { freshDir } from '@consentry/test-support/server/server';

/** A page of each kind: prose, code, wide tables, pictures, a decision, a table of clauses, one that does not exist. */
const KINDS = [
  '/',
  '/tutorial.html',
  '/errors/oauth/invalid_request.html',
  '/concepts.html',
  '/adr/0042-revocations-are-entries.html',
  '/conformance/rfc6749.html',
  '/no-such-page.html',
];

/** The watching browser wants the address of an auth server; the site is not served by one, and calls none. */
const NOBODY = { url: 'http://nobody.invalid' };

const KIB = 1024;
/** Milliseconds: axe looks at thousands of elements, four times, on a machine that may be busy. */
const LONG = 600_000;

describeInChromium('the documentation site', () => {
  const folder = freshDir();
  let site: StaticSite;
  const browser = givenBrowser(NOBODY);

  beforeAll(async () => {
    const vitepress = join(ROOT, 'node_modules/vitepress/bin/vitepress.js');
    execFileSync(process.execPath, [vitepress, 'build', 'docs', '--outDir', folder], { cwd: ROOT, stdio: 'pipe' });
    site = await StaticSite.serve(folder);
  }, LONG);
  afterAll(() => site.stop());

  /** A page that may load nothing from another host. */
  async function open(path: string) {
    const page = await browser.visitor();
    page.on('request', (request) => {
      if (!request.url().startsWith(site.url)) browser.fail(`${path} loads ${request.url()}`);
    });
    await page.goto(site.url + path, { waitUntil: 'networkidle' });
    return page;
  }

  it.each(KINDS)(
    '%s is accessible: light, dark, on a phone, in large text',
    async (path) => {
      browser.expect(/no-such-page/);
      await expectAccessible(await open(path));
    },
    LONG,
  );

  it('sends at most 100 KB for the first page', async () => {
    site.sent = 0;
    await open('/');
    expect(site.sent).toBeGreaterThan(10 * KIB);
    expect(site.sent).toBeLessThanOrEqual(100 * KIB);
  });

  it('finds a setting', async () => {
    const page = await open('/');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('combobox').fill('CONSENT_UI_URL');
    await expectAccessible(page);
    await page.locator('[role=option][href*="/settings.html"]').first().click();
    await page.waitForURL(/settings\.html/);
  });

  it('names the file of a block of code', async () => {
    const page = await open('/how-to/mcp-server.html');
    const names = await page
      .locator('.name-of-file + .language-ts')
      .evaluateAll((blocks) => blocks.map((block) => block.previousElementSibling?.textContent));
    expect(names).toEqual(['src/app.module.ts', 'src/mcp.controller.ts', 'src/list.tools.ts', 'src/main.ts']);
  });

  it('shows all that is said of settings at 1280 px', async () => {
    const page = await open('/settings.html');
    await page.setViewportSize({ width: 1280, height: 900 });
    const cut = await page
      .locator('.vp-doc :is(p, ul, table), html')
      .evaluateAll((parts) => parts.filter((part) => part.scrollWidth > part.clientWidth).map((part) => part.tagName));
    expect(cut).toEqual([]);
  });

  it('has a menu on a phone', async () => {
    const page = await open('/settings.html');
    await page.setViewportSize({ width: 320, height: 640 });
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('link', { name: 'Glossary' }).click();
    await page.waitForURL(/glossary\.html/);
  });

  it('has every anchor that its pages link', () => {
    const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.html'));
    const ids = new Map<string, Set<string>>();
    const links: [string, string][] = [];
    for (const name of pages) {
      const html = readFileSync(join(folder, name), 'utf8');
      ids.set(`/${name}`, new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id)));
      for (const [, href = ''] of html.matchAll(/ href="(\/[^"]*\.html(?:#[^"]*)?|#[^"]*)"/g))
        links.push([`/${name}`, href]);
    }
    expect(links.length).toBeGreaterThan(1_000);
    const dead = links.filter(([page, href]) => {
      const [path, id] = href.split('#');
      const found = ids.get(path === '' ? page : path!);
      return found === undefined || (id !== undefined && id !== '' && !found.has(id));
    });
    expect(dead).toEqual([]);
  });
});
