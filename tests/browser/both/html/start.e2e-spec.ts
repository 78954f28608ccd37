import { sessionCookie } from '@consentry/test-support/world/cookies';
import { givenAccount, givenServer } from '@consentry/test-support/server/given';
import { PageVisitor } from '@consentry/test-support/browser/page-visitor';
import { freePort } from '@consentry/test-support/server/ports';
import { TestServer } from '@consentry/test-support/server/server';
import { call, signUp } from '@consentry/test-support/world/world';

describe('the address of the server', () => {
  const server = givenServer();
  const account = givenAccount(server);

  it('leads a person to the sign-in, and one who is signed in to the account', async () => {
    const visitor = new PageVisitor(server);
    expect((await visitor.get('/')).next).toBe('/sign-in');
    visitor.cookies.set(sessionCookie(server), account.sessionToken);
    expect((await visitor.get('/')).next).toBe('/sign-in');
    const { status, next } = await visitor.get('/sign-in');
    expect([status, next]).toEqual([303, '/account/apps']);
  });

  it('is to programs what it was before there were pages', async () => {
    for (const accept of ['*/*', 'application/json', 'application/json, text/html;q=0.5']) {
      const { status, headers, body } = await call('GET', server.url, { headers: { accept } });
      expect([status, headers.get('content-type')]).toEqual([404, 'application/problem+json; charset=utf-8']);
      expect(body).toEqual({ type: 'about:blank', title: 'Not Found', status: 404, detail: 'there is no such path' });
    }
  });

  it('may have a path, with a slash at its end and without', async () => {
    const port = await freePort();
    const origin = `http://localhost:${port}`;
    const below = await TestServer.start({ port, env: { AUTH_URL: `${origin}/auth/v1` } });
    const visitor = new PageVisitor(below);
    for (const path of ['/auth/v1', '/auth/v1/'])
      expect([path, (await visitor.get(path)).status, (await visitor.get(path)).next]).toEqual([
        path,
        303,
        '/auth/v1/sign-in',
      ]);
    const { email, password } = await signUp(below);
    const page = await visitor.get('/auth/v1/sign-in?return_to=%2Fdevice');
    expect((await visitor.post(page, '/auth/v1/sign-in', { email, password })).next).toBe('/auth/v1/device');
    expect((await visitor.get('/auth/v1/sign-in')).next).toBe('/auth/v1/account/apps');
    const asset = /href="(\/auth\/v1\/assets\/[^"]+\.css)"/.exec(page.html)![1]!;
    expect((await visitor.get(asset)).status).toBe(200);
    await below.stop();
  });
});
