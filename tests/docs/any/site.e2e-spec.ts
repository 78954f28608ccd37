import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expectAccessible } from '@consentry/test-support/browser/accessible';
import { givenBrowser } from '@consentry/test-support/browser/chromium';
import { describeInChromium } from '@consentry/test-support/browser/programs';
import { QUESTIONS } from '../support/search-questions';
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

/** Their indexes list them. */
const BY_INDEX = /^(adr|conformance|errors)\/.|^404\.html$/;

const MARK = join(ROOT, 'apps/auth-server/assets/icon.svg');
const HITS = join(__dirname, '../support/search-hits.mjs');

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
  async function open(path: string, options: Parameters<typeof browser.visitor>[0] = {}) {
    const page = await browser.visitor(options);
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

  it('sends at most 125 KB for the first page, with its picture', async () => {
    site.sent = 0;
    await open('/');
    expect(site.sent).toBeGreaterThan(10 * KIB);
    expect(site.sent).toBeLessThanOrEqual(125 * KIB);
  });

  it('has its mark in the tab and beside its name', async () => {
    const page = await open('/');
    const icon = await page.locator('link[rel=icon]').getAttribute('href');
    expect(await (await page.request.get(site.url + icon!)).text()).toBe(readFileSync(MARK, 'utf8'));
    await page.locator('.VPNavBarTitle .mark svg').waitFor();
  });

  it.each(['light', 'dark'] as const)('shows the consent page on the first page, %s', async (colorScheme) => {
    const page = await open('/', { colorScheme });
    const pictures = page.getByRole('img', { name: /Photo Printer/ });
    expect(await pictures.count()).toBe(1);
    expect(await pictures.getAttribute('src')).toContain(`consent-card-${colorScheme}`);
    expect(await page.evaluate<number>(`document.querySelector('.in-${colorScheme}').naturalWidth`)).toBeGreaterThan(
      300,
    );
  });

  /** @returns for each text the sections that the site's index has for it, best first. */
  function hitsFor(texts: readonly string[]): string[][] {
    const input = JSON.stringify(texts);
    return JSON.parse(execFileSync(process.execPath, [HITS, folder], { input, encoding: 'utf8' })) as string[][];
  }

  it('finds what readers ask for, first or second', () => {
    const hits = hitsFor(QUESTIONS.map(([typed]) => typed));
    const answers = (hit: string, page: string) => hit.startsWith(`/${page}.html`) || hit.startsWith(`/${page}/`);
    const unanswered = QUESTIONS.flatMap(([typed, ...pages], at) => {
      const best = hits[at]!.slice(0, 2);
      return best.some((hit) => pages.some((page) => answers(hit, page))) ? [] : [{ typed, pages, best }];
    });
    expect(unanswered).toEqual([]);
    expect(QUESTIONS.length).toBeGreaterThanOrEqual(50);
  });

  it.each(['we already have a users table', 'the code is unknown or no longer valid', '2fa'])(
    'has a box that finds the same: %s',
    async (typed) => {
      const page = await open('/');
      await page.getByRole('button', { name: 'Search' }).click();
      await page.getByRole('combobox').fill(typed);
      await page.getByRole('option').first().waitFor();
      const shown = await page
        .getByRole('option')
        .evaluateAll((options) => options.map((option) => option.getAttribute('href')));
      expect(shown).toEqual(hitsFor([typed])[0]!.slice(0, shown.length));
    },
  );

  it('has every page in its menu, your users first of the how-tos', () => {
    const html = readFileSync(join(folder, 'tutorial.html'), 'utf8');
    const menu = /<aside class="VPSidebar".+?<\/aside>/s.exec(html)![0];
    const listed = [...menu.matchAll(/ href="\/([^"]*)"/g)].map(([, page = '']) => page);
    const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((name) => name.replace(/(^|\/)index\.html$/, '$1'))
      .filter((name) => name.endsWith('.html') && !BY_INDEX.test(name));
    expect(pages.length).toBeGreaterThan(60);
    expect(pages.filter((page) => !listed.includes(page))).toEqual([]);
    expect(listed.find((page) => page.startsWith('how-to/'))).toBe('how-to/your-users.html');
  });

  it('opens a group of its menu by the space bar', async () => {
    const page = await open('/tutorial.html');
    const group = page.getByRole('button', { name: 'Run the server' });
    expect(await group.getAttribute('aria-expanded')).toBe('false');
    await group.press(' ');
    await page.getByRole('link', { name: 'On Kubernetes' }).click();
    await page.waitForURL(/kubernetes\.html/);
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
