import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Browser } from '@consentry/test-support/browser/browser';
import { TestServer, freshDir } from '@consentry/test-support/server/server';

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle cx="4" cy="4" r="4"/></svg>';
const CSS = `/* Ours */
:root { --brand: #1d4ed8; --on-brand: #ffffff; --brand-text: #1e40af; --radius: 2px }
@media (prefers-color-scheme: dark) {
  :root { --brand: #6b93f8; --on-brand: #0a1020; --brand-text: #a9c1ff }
}`;

function file(name: string, text: string): string {
  const path = join(freshDir(), name);
  writeFileSync(path, text);
  return path;
}

it('pages bear the name, the logo and the tokens of a team, from its own origin', async () => {
  const server = await TestServer.start({
    env: {
      BRAND_NAME: '<Acme> & Söhne',
      BRAND_LOGO_FILE: file('acme.svg', SVG),
      BRAND_CSS_FILE: file('acme.css', CSS),
    },
  });
  const browser = new Browser();
  const { text: page } = await browser.open(`${server.url}/sign-in`);
  expect(page).toContain('<title>Sign in · &lt;Acme> &amp; Söhne</title>');
  expect(page).toContain('<bdi>&lt;Acme> &amp; Söhne</bdi>');

  const logo = /<img class="logo" src="(\/assets\/[\w-]+\.svg)" alt/.exec(page)?.[1] ?? 'none';
  expect(page).toContain(`<link rel="icon" href="${logo}"`);
  const drawn = await browser.open(new URL(logo, server.url));
  expect(drawn).toMatchObject({ status: 200, text: SVG, headers: { 'content-type': 'image/svg+xml' } });
  // Opened by itself it is a document: nothing in it may run.
  expect(drawn.headers['content-security-policy']).toContain("default-src 'none'");

  const sheets = [...page.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map(([, path]) => path!);
  expect(sheets).toHaveLength(3);
  const own = await browser.open(new URL(sheets[2]!, server.url));
  expect(own).toMatchObject({ status: 200, headers: { 'cache-control': 'public, max-age=31536000, immutable' } });
  expect(own.text).toBe(
    ':root {\n  --brand: var(--light, #1d4ed8) var(--dark, #6b93f8);\n  --on-brand: var(--light, #ffffff) var(--dark, #0a1020);\n' +
      '  --brand-text: var(--light, #1e40af) var(--dark, #a9c1ff);\n  --radius: 2px;\n}\n',
  );
});
