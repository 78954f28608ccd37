/** @prove */
import { once } from 'node:events';
import { type Server, createServer } from 'node:http';
import type { Page } from 'playwright-core';
import { givenBrowser } from '../support/pages/browser';
import { describeInChromium } from '../support/pages/programs';
import { adapted, blocksOf } from '../support/page-blocks';
import { freePort } from '../support/ports';
import { TestServer } from '../support/server';
import { type Account, type Application, authorizeUrl, exchange, register, signUp } from '../support/world';

const BLOCKS = blocksOf('docs/consent-page.md');

describeInChromium('the page of docs/consent-page.md, on another origin of the same site', () => {
  const server = new TestServer();
  const browser = givenBrowser(server);
  const arrived: { method: string; url: URL; body: string }[] = [];
  let pages: Server;
  let site: string;
  let ada: Account;
  let application: Application;

  beforeAll(async () => {
    site = `http://localhost:${await freePort()}`;
    await server.start({ env: { CONSENT_UI_URL: `${site}/consent` } });
    pages = serve(server.url);
    await once(pages.listen(Number(new URL(site).port), '127.0.0.1'), 'listening');
    ada = await signUp(server, { name: 'Ada' });
    application = await register(server, ada, { name: 'Photo Printer', redirect_uris: [`${site}/callback`] });
  });
  afterAll(async () => {
    pages.closeAllConnections();
    pages.close();
    await server.stop();
  });

  /** The page, its script under its policy, and the client's callback. */
  function serve(authUrl: string): Server {
    const policy = `default-src 'none'; script-src 'self'; style-src 'self'; connect-src ${authUrl}; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'`;
    const script = adapted(BLOCKS.get('script'), { 'https://auth.example.com': authUrl });
    return createServer((request, response) => {
      const url = new URL(request.url ?? '/', site);
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        if (url.pathname === '/callback')
          arrived.push({ method: request.method ?? '', url, body: Buffer.concat(chunks).toString() });
        const isScript = url.pathname === '/consent.js';
        const body = isScript ? script : url.pathname === '/consent' ? BLOCKS.get('page') : '<!doctype html><p>Arrived';
        response.writeHead(200, {
          'content-type': isScript ? 'text/javascript' : 'text/html; charset=utf-8',
          ...(url.pathname === '/consent' && { 'content-security-policy': policy, 'referrer-policy': 'no-referrer' }),
        });
        response.end(body);
      });
    });
  }

  const open = async (override: Record<string, string> = {}): Promise<Page> => {
    const page = await browser.visitor();
    browser.expect(/: 401$/, /favicon/);
    await page.goto(authorizeUrl(server, application, override));
    return page;
  };
  const signIn = async (page: Page, password = ada.password) => {
    await page.getByLabel('E-mail').fill(ada.email);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
  };
  const answer = async (page: Page, button: string) => {
    await page.getByRole('button', { name: button, exact: true }).click();
    await page.getByText('Arrived').waitFor();
    return arrived.at(-1)!;
  };

  it('signs in, wrong and right, leaves a scope out, and goes back with a code', async () => {
    const page = await open();
    await page.getByText('Sign in to continue to Photo Printer').waitFor();
    await signIn(page, 'something else');
    await page.getByText('the e-mail or the password is wrong').waitFor();
    await signIn(page);
    await page.getByRole('heading', { name: 'Photo Printer wants access to your Notes' }).waitFor();
    await page.getByText('Go on only if you started this yourself').waitFor();
    await page.getByLabel('Write notes for you').uncheck();
    await page.getByRole('button', { name: 'I need more time' }).click();
    const { url } = await answer(page, 'Allow');
    const { body } = await exchange(server, application, url.searchParams.get('code')!);
    expect([body.scope, url.searchParams.get('state')]).toEqual(['notes:read', 'a-state']);
  });

  it('refuses', async () => {
    const page = await open();
    await signIn(page);
    const { url } = await answer(page, 'Don’t allow');
    expect(url.searchParams.get('error')).toBe('access_denied');
  });

  it('posts the answer where the application wants that', async () => {
    const page = await open({ response_mode: 'form_post' });
    await signIn(page);
    const { method, body } = await answer(page, 'Allow');
    expect([method, new URLSearchParams(body).get('code')]).toEqual(['POST', expect.stringMatching(/^[\w-]{43}$/)]);
  });

  it('says what is wrong with a request, and leaves by a click alone', async () => {
    browser.expect(/: 400$/);
    const page = await open({ scope: 'unheard:of' });
    await page.getByText('unheard:of').waitFor();
    await page.getByRole('link', { name: 'Go back without access' }).click();
    await page.getByText('Arrived').waitFor();
    expect(arrived.at(-1)!.url.searchParams.get('error')).toBe('invalid_scope');
  });
});
