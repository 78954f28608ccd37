import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import { givenBrowser } from '@consentry/test-support/browser/chromium';
import { describeInChromium } from '@consentry/test-support/browser/programs';
import { adapted, blocksOf } from '@consentry/test-support/docs/page-blocks';
import { freePort } from '@consentry/test-support/server/ports';
import { TestServer, freshDir } from '@consentry/test-support/server/server';
import {
  type Account,
  type Application,
  authorizeUrl,
  exchange,
  register,
  signUp,
} from '@consentry/test-support/world/world';

const BLOCKS = blocksOf('docs/consent-page.md');

describeInChromium('the page of docs/consent-page.md, on another origin of the same site', () => {
  const server = new TestServer();
  const browser = givenBrowser(server);
  const arrived: { method: string; url: URL; body: string }[] = [];
  let callback: Server;
  let page: ChildProcess;
  let ada: Account;
  let application: Application;

  beforeAll(async () => {
    const port = await freePort();
    await server.start({ env: { CONSENT_UI_URL: `http://localhost:${port}/consent` } });
    page = serve(port);
    callback = createServer((request, response) => void arrive(request, response));
    await Promise.all([once(callback.listen(0, '127.0.0.1'), 'listening'), answers(port)]);
    ada = await signUp(server, { name: 'Ada' });
    const redirect = `http://localhost:${(callback.address() as AddressInfo).port}/callback`;
    application = await register(server, ada, { name: 'Photo Printer', redirect_uris: [redirect] });
  });
  afterAll(async () => {
    page.kill();
    callback.closeAllConnections();
    callback.close();
    await server.stop();
  });

  /** The three files of the page in a folder, as its reader starts them. */
  function serve(port: number): ChildProcess {
    const folder = freshDir();
    const own = { 'http://localhost:3000': server.url };
    writeFileSync(join(folder, 'consent.html'), adapted(BLOCKS.get('page'), {}));
    writeFileSync(join(folder, 'consent.js'), adapted(BLOCKS.get('script'), own));
    writeFileSync(
      join(folder, 'serve.mjs'),
      adapted(BLOCKS.get('server'), { ...own, 'listen(8081': `listen(${port}` }),
    );
    return spawn(process.execPath, ['serve.mjs'], { cwd: folder, stdio: 'inherit' });
  }

  async function answers(port: number): Promise<void> {
    const isUp = () =>
      fetch(`http://localhost:${port}/consent`).then(
        ({ ok }) => ok,
        () => false,
      );
    while (!(await isUp())) await new Promise((resolve) => setTimeout(resolve, 50));
  }

  /** The client's redirect URI. */
  async function arrive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const body = await text(request);
    if (url.pathname === '/callback') arrived.push({ method: request.method ?? '', url, body });
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><p>Arrived');
  }

  const open = async (override: Record<string, string> = {}): Promise<Page> => {
    const page = await browser.visitor();
    browser.expect(/: 401$/, /favicon/);
    await page.goto(authorizeUrl(server, application, override));
    return page;
  };
  const signIn = async (page: Page, password = ada.password) => {
    await page.getByLabel('Email').fill(ada.email);
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
    await page.getByText('the email or the password is wrong').waitFor();
    await signIn(page);
    await page.getByRole('heading', { name: 'Photo Printer wants access to your Notes' }).waitFor();
    await page.getByText('Continue only if you started this yourself').waitFor();
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
