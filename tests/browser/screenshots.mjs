// Draws the pages for the docs with Chromium: light, dark and narrow, into docs/screenshots. Run by `npm run screenshots`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { URL, URLSearchParams, fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const MAIN = fileURLToPath(import.meta.resolve('../../apps/auth-server/dist/main.js'));
const FOLDER = fileURLToPath(import.meta.resolve('../../docs/screenshots'));
const ACCOUNT = { email: 'mira@example.com', password: 'a password of hers' };
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const SAFARI =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15';

const VARIANTS = [
  { name: 'light', colorScheme: 'light', viewport: { width: 1120, height: 640 } },
  { name: 'dark', colorScheme: 'dark', viewport: { width: 1120, height: 640 } },
  { name: 'narrow', colorScheme: 'light', viewport: { width: 320, height: 640 } },
];

const folder = mkdtempSync(join(tmpdir(), 'screenshots-'));
const url = `http://localhost:${await freePort()}`;
const brandUrl = `http://localhost:${await freePort()}`;
const servers = [];
try {
  await startServer(url);
  await startServer(brandUrl, givenBrand());
  await draw(await givenData());
} finally {
  for (const server of servers) {
    server.kill('SIGTERM');
    await once(server, 'close');
  }
  rmSync(folder, { recursive: true });
}

async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address();
  probe.close();
  return port;
}

async function startServer(authUrl, brand = {}) {
  const css = join(folder, 'fonts.css');
  writeFileSync(css, ':root { --font: Inter, system-ui, sans-serif; --mono: "JetBrains Mono", monospace }');
  const dataDir = join(folder, new URL(authUrl).port);
  const env = { PATH: process.env.PATH, AUTH_URL: authUrl, DATA_DIR: dataDir, BRAND_CSS_FILE: css, ...brand };
  const child = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  servers.push(child);
  let output = '';
  child.stdout.on('data', (chunk) => (output += String(chunk)));
  while (!output.includes('auth server is ready')) {
    if (child.exitCode !== null) throw new Error('the auth server did not start');
    await sleep(50);
  }
}

/** A team that sets its colour, a logo with its name, and links. */
function givenBrand() {
  const logo = (name, mark, letters) => {
    const path = join(folder, `${name}.svg`);
    writeFileSync(path, wordmark(mark, letters));
    return path;
  };
  return {
    BRAND_NAME: 'Acme',
    BRAND_COLOR: '#1d4ed8',
    BRAND_LOGO_FILE: logo('light', '#1d4ed8', '#12171c'),
    BRAND_LOGO_DARK_FILE: logo('dark', '#5387ff', '#eef1f4'),
    BRAND_LOGO_SHOWS_NAME: 'on',
    BRAND_LINKS: JSON.stringify(
      ['Imprint', 'Privacy', 'Terms'].map((label) => ({ label, url: `https://acme.example/${label.toLowerCase()}` })),
    ),
  };
}

function wordmark(mark, letters) {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 150 36"><path d="M4 31 18 5l14 26z" fill="${mark}"/>
  <g fill="none" stroke="${letters}" stroke-width="4.5"><path d="m44 28 9-20 9 20M47.5 21h11"/>
  <path d="M86 12.5a8.6 8.6 0 1 0 0 11M95 28V8l9 12 9-12v20M139 10h-13v16h13M126 18h11"/></g></svg>`;
}

async function call(method, path, { session, body, headers = {} } = {}) {
  const isForm = body instanceof URLSearchParams;
  const response = await fetch(url + path, {
    method,
    headers: {
      ...(session && { authorization: `Bearer ${session}` }),
      ...(body && !isForm && { 'content-type': 'application/json' }),
      ...headers,
    },
    body: isForm || body === undefined ? body : JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return response.status === 204 ? null : response.json();
}

/** Somebody with two applications that have access, and one that asks for it. */
async function givenData() {
  await call('POST', '/api/accounts', { body: { ...ACCOUNT, name: 'Mira Lindqvist' } });
  const { session_token: session } = await call('POST', '/api/session', { body: ACCOUNT });
  const recorder = await register(session, 'Meeting Recorder', 'recorder.example');
  await allow(session, recorder, 'notes:read notes:write', SAFARI);
  await allow(session, await register(session, 'Photo Frame', 'frame.example'), 'notes:read', FIREFOX);
  const printer = await register(session, 'Photo Printer', 'photoprinter.example');
  return { asking: queryOf(printer, 'notes:read notes:write') };
}

function register(session, name, host) {
  const body = { name, redirect_uris: [`https://${host}/callback`], homepage_uri: `https://${host}/` };
  return call('POST', '/api/applications', { session, body });
}

function queryOf({ client_id, redirect_uris: [redirect_uri] }, scope) {
  return new URLSearchParams({ response_type: 'code', client_id, redirect_uri, scope, state: 'af0ifjsldkj' });
}

async function allow(session, application, scope, browser) {
  const headers = { 'user-agent': browser, prefer: 'return=representation' };
  const { session_id } = await call('GET', `/oauth2/authorize?${queryOf(application, scope)}`, { session, headers });
  const answer = new URLSearchParams({ session_id, is_rejected: 'false' });
  const { redirect_to } = await call('POST', '/oauth2/authorize', { session, headers, body: answer });
  const { client_id, client_secret, redirect_uris } = application;
  const code = new URL(redirect_to).searchParams.get('code');
  const exchange = { grant_type: 'authorization_code', code, client_id, client_secret, redirect_uri: redirect_uris[0] };
  await call('POST', '/oauth2/access_token', { body: new URLSearchParams(exchange) });
}

async function draw({ asking }) {
  mkdirSync(FOLDER, { recursive: true });
  const browser = await chromium.launch({
    executablePath: process.env.TEST_CHROMIUM ?? '/usr/bin/chromium-headless-shell',
    args: ['--no-sandbox', '--font-render-hinting=none'],
  });
  for (const { name: variant, ...options } of VARIANTS) {
    const page = await (await browser.newContext({ locale: 'en-GB', reducedMotion: 'reduce', ...options })).newPage();
    const shoot = async (name, path, origin = url) => {
      const answer = path === undefined ? null : await page.goto(origin + path, { waitUntil: 'networkidle' });
      if (answer !== null && answer.status() !== 200) {
        console.error(`${path} is not drawn: ${answer.status()}`);
        process.exitCode = 1;
        return;
      }
      // As tall as the page: what sticks to the window's edge would cover its middle.
      const height = await page.evaluate(() => globalThis.document.documentElement.scrollHeight);
      await page.setViewportSize({ ...options.viewport, height: Math.max(height, options.viewport.height) });
      await page.screenshot({ path: join(FOLDER, `${name}-${variant}.png`), animations: 'disabled' });
      await page.setViewportSize(options.viewport);
    };
    if (variant !== 'narrow') await shoot('brand', '/sign-in', brandUrl);
    await shoot('sign-in', `/sign-in?${new URLSearchParams({ return_to: `/consent?${asking}` })}`);
    await page.fill('[name=email]', ACCOUNT.email);
    await page.fill('[name=password]', ACCOUNT.password);
    await page.click('main form .primary');
    await page.waitForURL(/\/consent/);
    await shoot('consent');
    if (variant !== 'narrow') await shootCard(page, browser, join(FOLDER, `consent-card-${variant}.webp`));
    await shoot('apps', '/account/apps');
    await shoot('sessions', '/account/sessions');
    await shoot('account', '/account');
    await shoot('history', '/account/history');
    await shoot('device', '/device');
    await shoot('console', '/console');
  }
  await browser.close();
}

/** The middle of the page as WebP, a quarter of the bytes, for the first page of the docs: Chromium draws it, and does not shoot it. */
async function shootCard(page, browser, path) {
  const { x, y, width, height } = await page.locator('.sheet').boundingBox();
  const clip = { x: x - 20, y: y - 20, width: width + 40, height: height + 40 };
  const shot = await page.screenshot({ clip, fullPage: true, animations: 'disabled' });
  const drawing = await browser.newPage();
  const webp = await drawing.evaluate(async (png) => {
    const image = Object.assign(new globalThis.Image(), { src: `data:image/png;base64,${png}` });
    await image.decode();
    const { width, height } = image;
    const canvas = Object.assign(globalThis.document.createElement('canvas'), { width, height });
    canvas.getContext('2d').drawImage(image, 0, 0);
    return canvas.toDataURL('image/webp', 0.8).split(',')[1];
  }, shot.toString('base64'));
  await drawing.close();
  writeFileSync(path, Buffer.from(webp, 'base64'));
}
