import type { ServerResponse } from 'node:http';
import { EXCHANGE, PKCE, applicationOf } from '@consentry/test-support/world/document-client';
import { givenAccount, givenServer, givenSite } from '@consentry/test-support/server/given';
import { TestServer } from '@consentry/test-support/server/server';
import { storedRows } from '@consentry/test-support/server/stored';
import {
  type Application,
  CALLBACK,
  authorizeUrl,
  call,
  decide,
  exchange,
  obtainCode,
  refresh,
  requestConsent,
  signUp,
} from '@consentry/test-support/world/world';

const SHORT = { 'cache-control': 'max-age=60' };

type Answer = (response: ServerResponse) => void;
const status =
  (code: number): Answer =>
  (response) =>
    response.writeHead(code).end();
const document =
  (text: string): Answer =>
  (response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(text);

describe('the metadata document of a client that accounts have approved', () => {
  const site = givenSite();
  const server = givenServer({ env: { SESSION_TTL: '8640000' } });
  const account = givenAccount(server);
  let client: Application;
  let path: string;
  let token: string;
  let paths = 0;

  beforeEach(async () => {
    path = `/client-${(paths += 1)}`;
    client = applicationOf(site.serve(path, {}, SHORT));
    const code = await obtainCode(server, account, client, PKCE);
    token = (await exchange(server, client, code, EXCHANGE)).body.refresh_token;
  });

  const authorize = (more: Record<string, string> = {}) =>
    call('GET', authorizeUrl(server, client, { ...PKCE, ...more }), { headers: account.session });
  const post = (parameters: Record<string, string>) =>
    call<{ error?: string }>('POST', `${server.url}/oauth2/token`, {
      body: new URLSearchParams({ client_id: client.client_id, ...parameters }),
    });
  const redeem = (code: string) =>
    post({ grant_type: 'authorization_code', code, redirect_uri: CALLBACK, code_verifier: EXCHANGE.code_verifier });
  const withdraw = async () => {
    site.answer(path, status(404));
    await server.advance({ seconds: 60 });
    expect((await authorize()).status).toBe(200);
    await server.advance({ minutes: 60 });
  };
  const grants = async () =>
    (
      await call<{ items: { client: { client_id: string } }[] }>('GET', `${server.url}/api/grants`, {
        headers: account.session,
      })
    ).body.items.filter((grant) => grant.client.client_id === client.client_id);
  const eventsOf = async () =>
    (
      await storedRows<{ kind: string }>(
        server,
        "SELECT kind FROM events WHERE client_id = ? AND kind NOT LIKE 'consent.%' ORDER BY id",
        client.client_id,
      )
    ).map(({ kind }) => kind);

  const WITHDRAWN: [string, Answer][] = [
    ['404', status(404)],
    ['410', status(410)],
    ['the document of another', document('{"client_id":"https://another.example.com/client"}')],
    [
      'a document without redirect URIs',
      (response) => document(JSON.stringify({ client_id: client.client_id }))(response),
    ],
  ];

  it.each(WITHDRAWN)(
    'that is %s twice, an hour apart, ends the client with all that it was granted',
    async (_, answer) => {
      await server.advance({ seconds: 60 });
      site.answer(path, answer);
      expect((await authorize()).status).toBe(200);
      await server.advance({ seconds: 3_599 });
      const code = await obtainCode(server, account, client, PKCE);
      const { sessionID } = await requestConsent(server, account, client, PKCE);
      expect((await authorize()).status).toBe(200);
      await server.advance({ seconds: 60 });

      const refused = await authorize();
      expect([refused.status, refused.body['error']]).toEqual([400, 'invalid_client']);
      expect(refused.body).not.toHaveProperty('redirect_to');
      expect((await redeem(code)).body.error).toBe('invalid_client');
      expect((await post({ grant_type: 'refresh_token', refresh_token: token })).body.error).toBe('invalid_client');
      expect((await refresh(server, token)).body.error).toBe('invalid_grant');
      const decided = await decide(server, account, sessionID);
      expect([decided.status, decided.body['error']]).toEqual([400, 'invalid_client']);
      expect(await grants()).toEqual([]);
      expect(await eventsOf()).toEqual(['application.created', 'application.deleted', 'grant.ended']);
    },
  );

  it('that is good in between ends nothing', async () => {
    await server.advance({ seconds: 60 });
    site.answer(path, status(404));
    expect((await authorize()).status).toBe(200);
    site.serve(path, {}, SHORT);
    await server.advance({ seconds: 60 });
    expect((await authorize()).status).toBe(200);
    site.answer(path, status(404));
    await server.advance({ minutes: 120 });
    expect((await authorize()).status).toBe(200);
    expect((await refresh(server, token)).status).toBe(200);
  });

  it('that is gone is noticed by a refresh that names the client', async () => {
    await withdraw();
    expect((await post({ grant_type: 'refresh_token', refresh_token: token })).body.error).toBe('invalid_client');
    expect((await refresh(server, token)).status).toBe(400);
  });

  it.each([
    ['429', status(429)],
    ['500', status(500)],
    ['503', status(503)],
    ['401', status(401)],
    ['403', status(403)],
    ['a redirect', (response: ServerResponse) => response.writeHead(302, { location: '/elsewhere' }).end()],
    ['a page', (response: ServerResponse) => response.writeHead(200, { 'content-type': 'text/html' }).end('Sign in')],
    ['a page that claims to be JSON', document('<html>for sale</html>')],
    ['more than 5 kilobytes', document(`{"padding":"${'x'.repeat(6_000)}"}`)],
    ['nothing within 2 seconds', () => undefined],
    ['a connection that ends', (response: ServerResponse) => response.destroy()],
  ])('whose site answers with %s goes on for a day, and then waits for its site', async (_, answer) => {
    site.answer(path, answer);
    await server.advance({ seconds: 60 });
    expect((await authorize()).status).toBe(200);
    const { status: refreshed, body } = await refresh(server, token);
    expect(refreshed).toBe(200);
    await server.advance({ minutes: 1380 });
    expect((await authorize()).status).toBe(200);
    await server.advance({ minutes: 60 });
    expect((await authorize()).body['error']).toBe('invalid_client');
    expect(await grants()).toHaveLength(1);
    site.serve(path, {}, SHORT);
    expect((await authorize()).status).toBe(200);
    expect((await refresh(server, body.refresh_token)).status).toBe(200);
  });

  it('that is good again lets the client begin again, and brings back nothing that it had', async () => {
    const code = await obtainCode(server, account, client, PKCE);
    await withdraw();
    expect((await authorize()).status).toBe(400);
    site.serve(path, { client_name: 'A new owner' }, SHORT);

    const silent = await authorize({ prompt: 'none' });
    expect([silent.headers.get('location'), silent.body['error']]).toEqual([null, 'consent_required']);
    const screen = await requestConsent(server, account, client, PKCE);
    expect(screen['scopes']).toMatchObject([{ granted_before: false }, { granted_before: false }]);
    expect(await grants()).toEqual([]);
    const approve = () => decide(server, account, screen.sessionID, { is_rejected: false, scope: 'notes:read' });
    expect((await approve()).body['error']).toBe('temporarily_unavailable');
    await server.advance({ seconds: 62 });
    expect((await approve()).status).toBe(301);
    expect(await grants()).toMatchObject([{ scopes: ['notes:read'], client: { name: 'A new owner' } }]);
    expect((await redeem(code)).body.error).toBe('invalid_grant');
    expect((await refresh(server, token)).body.error).toBe('invalid_grant');
    expect(await eventsOf()).toEqual([
      'application.created',
      'application.deleted',
      'grant.ended',
      'application.created',
    ]);
  });
});

describe('a metadata document that another process remembers', () => {
  const site = givenSite();

  it('from before the end of its client brings it back to nobody', async () => {
    const here = await TestServer.start();
    const other = await TestServer.start({
      dataDir: here.dataDir,
      env: { AUTH_URL: here.url, CONSENT_SESSION_TTL: '7200' },
    });
    const there = { url: `http://127.0.0.1:${other.port}` };
    const account = await signUp(here);
    const client_id = site.serve('/client', { client_name: 'The old owner' }, { 'cache-control': 'max-age=86400' });
    const client = { client_id, client_secret: '', redirect_uris: [CALLBACK] };
    const seen = await requestConsent(there, account, client, PKCE);

    site.serve('/client', {}, SHORT);
    await obtainCode(here, account, client, PKCE);
    site.answer('/client', status(404));
    await here.advance({ seconds: 60 });
    await other.advance({ seconds: 60 });
    const authorize = () => call('GET', authorizeUrl(here, client, PKCE), { headers: account.session });
    expect((await authorize()).status).toBe(200);
    await here.advance({ minutes: 60 });
    await other.advance({ minutes: 60 });
    expect((await authorize()).body['error']).toBe('invalid_client');

    const decided = await decide(there, account, seen.sessionID);
    expect([decided.status, decided.body['error']]).toEqual([503, 'temporarily_unavailable']);
    const again = await decide(there, account, seen.sessionID);
    expect([again.status, again.body['error']]).toEqual([400, 'invalid_client']);

    site.serve('/client', { client_name: 'A new owner' });
    await other.advance({ seconds: 62 });
    const screen = await requestConsent(there, account, client, PKCE);
    expect(screen).toMatchObject({ client: { name: 'A new owner' } });
    expect((await decide(there, account, screen.sessionID)).status).toBe(301);
    await Promise.all([here.stop(), other.stop()]);
  });
});
