import { decodeJwt } from 'jose';
import type { ServerResponse } from 'node:http';
import { DEVICE_CODE, registerAllowed } from '@consentry/test-support/world/allowed';
import { ClaimsHost } from '../../support/claims-host';
import { beginDevice, decideDevice, poll } from '@consentry/test-support/world/devices';
import { DpopKey } from '@consentry/test-support/world/dpop-key';
import { TestServer } from '@consentry/test-support/server/server';
import { changeStored, storedRows } from '@consentry/test-support/server/stored';
import { PHOTOS, RESOURCES, settingsOf } from '@consentry/test-support/world/two-resources';
import {
  type Account,
  type Answer,
  type Application,
  call,
  exchange,
  obtainCode,
  obtainTokens,
  refresh,
  register,
  signUp,
} from '@consentry/test-support/world/world';

const AT_PHOTOS = { scope: 'photos:read openid' };
const TEAM = RESOURCES.both.map((resource) => ({
  ...resource,
  ...(resource.url === PHOTOS && { first_party_clients: '*' }),
}));
/** It stands in no log. */
const ROLE = 'a-role-that-nobody-may-read';
const GOOD = { access_token: { roles: [ROLE] }, userinfo: { org_id: 'acme' }, max_age: 0 };

const send = (response: ServerResponse, status: number, body: string, headers = {}) =>
  void response.writeHead(status, headers).end(body);

describe('a claims source that fails', () => {
  const host = new ClaimsHost();
  let server: TestServer;
  let developer: Account;
  let application: Application;

  const env = () => ({ ...settingsOf(TEAM), CLAIMS_URL: host.url });
  beforeAll(async () => {
    await host.start();
    server = await TestServer.start({ env: { ...env(), CLAIMS_STALE: '0' }, isFrozen: true });
    host.trust(server);
    developer = await signUp(server);
    application = await register(server, developer);
  });
  afterAll(() => Promise.all([server.stop(), host.stop()]));
  beforeEach(async () => {
    host.answer = () => GOOD;
    // A log says it once a minute.
    await server.advance({ minutes: 2 });
  });

  const fail = () => (host.answer = (_, response) => send(response, 500, '{}'));
  const heal = () => (host.answer = () => GOOD);
  const rolesOf = (token: string) => decodeJwt(token)['roles'];

  function expectUnavailable({ status, headers, body }: Answer<unknown>): void {
    const { error, ...more } = body as { error: string };
    expect([status, error, headers.get('retry-after')]).toEqual([503, 'temporarily_unavailable', '5']);
    expect(JSON.stringify(more)).not.toContain(ROLE);
  }

  it.each<[string, (response: ServerResponse) => unknown, RegExp]>([
    ['answers 500', (response) => send(response, 500, JSON.stringify(GOOD)), /it answered with 500/],
    ['answers 204', (response) => send(response, 204, ''), /it answered with 204/],
    ['leads elsewhere', (response) => send(response, 307, '', { location: host.url }), /it answered with 307/],
    ['hangs up', (response) => void response.destroy(), /it could not be reached/],
    ['says nothing', () => undefined, /it took longer than 500 ms/],
    ['stops in the middle', (response) => void response.writeHead(200).write('{'), /it took longer than 500 ms/],
    ['says too much', () => ({ ...GOOD, userinfo: { 'x:y': 'x'.repeat(65_536) } }), /longer than 65536 bytes/],
    ['answers a page', (response) => send(response, 200, `<html>${ROLE}`), /it is not JSON/],
    ['sets the subject', () => ({ access_token: { sub: ROLE } }), /access_token: \\"sub\\" is reserved/],
    [
      'gives one role as a text',
      () => ({ access_token: { roles: ROLE } }),
      /\\"roles\\" must be a list of non-empty strings/,
    ],
    ['makes a name up', () => ({ id_token: { role: [ROLE] } }), /id_token: \\"role\\" is not known/],
    ['gives more than a header holds', () => ({ access_token: { 'x:y': ROLE.repeat(200) } }), /4096 bytes of JSON/],
  ])('as it %s: nothing is given, and the code stays good', async (_, answer, reason) => {
    const code = await obtainCode(server, developer, application, AT_PHOTOS);
    host.answer = (asked, response) => answer(response);
    const logged = server.output.length;
    expectUnavailable(await exchange(server, application, code));
    // Lines are written after the answer.
    await server.logged(reason, logged);
    const log = server.output.slice(logged);
    expect(log).not.toContain(ROLE);
    heal();
    const { status, body } = await exchange(server, application, code);
    expect([status, rolesOf(body.access_token)]).toEqual([200, [ROLE]]);
  });

  it('as it is not there: 503, and a line in the log when it fails and when it is back', async () => {
    const { refresh_token: token } = await obtainTokens(server, developer, application, AT_PHOTOS);
    const { port } = new URL(host.url);
    await host.stop();
    const logged = server.output.length;
    for (let times = 0; times < 3; times += 1) expectUnavailable(await refresh(server, token));
    await host.start(Number(port));
    expect((await refresh(server, token)).status).toBe(200);
    await server.logged('your claims source answers correctly again');
    expect(server.output.slice(logged).match(/your claims source does not answer correctly/g)).toHaveLength(1);
  });

  it('spends no refresh token, and no DPoP proof', async () => {
    const key = await DpopKey.make();
    const token = `${server.url}/oauth2/token`;
    const { client_id, client_secret, redirect_uris } = application;
    const ask = (parameters: Record<string, string>, dpop: string) =>
      call<{ refresh_token: string; access_token: string }>('POST', token, {
        headers: { dpop },
        body: new URLSearchParams({ client_id, client_secret, ...parameters }),
      });
    const proof = () => key.proof('POST', token, { iat: Math.floor(now / 1000) });
    const now = await server.freeze();
    const code = await obtainCode(server, developer, application, AT_PHOTOS);
    const byCode = { grant_type: 'authorization_code', code, redirect_uri: redirect_uris[0]! };
    const first = await proof();
    fail();
    expectUnavailable(await ask(byCode, first));
    heal();
    const { body } = await ask(byCode, first);
    expect(rolesOf(body.access_token)).toEqual([ROLE]);

    const again = { grant_type: 'refresh_token', refresh_token: body.refresh_token };
    const second = await proof();
    fail();
    expectUnavailable(await ask(again, second));
    heal();
    expect((await ask(again, second)).status).toBe(200);
  });

  it('spends no device code, and gives no test token and no userinfo', async () => {
    const television = await registerAllowed(
      server,
      developer,
      { grantTypes: [DEVICE_CODE] },
      { client_type: 'public' },
    );
    const device = await beginDevice(server, television, AT_PHOTOS);
    await decideDevice(server, developer, device.user_code);
    const test = `${server.url}/api/applications/${application.client_id}/test-token`;
    const testToken = () => call('POST', test, { headers: developer.session, body: AT_PHOTOS });
    fail();
    expectUnavailable(await poll(server, television, device));
    expect(await testToken()).toMatchObject({ status: 503 });
    heal();
    expect(await testToken()).toMatchObject({ status: 201 });
    const { body } = await poll(server, television, device);
    const headers = { authorization: `Bearer ${body.access_token}` };
    const userinfo = () => call('GET', `${server.url}/oauth2/userinfo`, { headers });
    expect((await userinfo()).body).toEqual({ sub: developer.id, org_id: 'acme' });
    fail();
    expectUnavailable(await userinfo());
  });

  it('lets no replay go by: the family ends, of a code and of a refresh token', async () => {
    const code = await obtainCode(server, developer, application, AT_PHOTOS);
    const { body: first } = await exchange(server, application, code);
    fail();
    const replayed = await exchange(server, application, code);
    expect([replayed.status, replayed.body.error]).toEqual([400, 'invalid_grant']);
    heal();
    expect((await refresh(server, first.refresh_token)).body.error).toBe('invalid_grant');

    const { refresh_token: used } = await obtainTokens(server, developer, application, AT_PHOTOS);
    const { body: next } = await refresh(server, used);
    fail();
    expect((await refresh(server, used)).body.error).toBe('invalid_grant');
    heal();
    expect((await refresh(server, next.refresh_token)).body.error).toBe('invalid_grant');
    const told = await storedRows(server, "SELECT kind FROM events WHERE kind LIKE 'replay.%' ORDER BY at, kind");
    expect(told).toEqual([{ kind: 'replay.code' }, { kind: 'replay.refresh_token' }]);
  });

  it('stops nothing for an application that gets no claims', async () => {
    fail();
    const tokens = await obtainTokens(server, developer, application, { scope: 'notes:read' });
    expect((await refresh(server, tokens.refresh_token)).status).toBe(200);
  });

  it('may be replaced by its last answer for CLAIMS_STALE seconds, not after claims changed', async () => {
    await server.restart({ ...env(), CLAIMS_STALE: '600' });
    await server.freeze();
    host.answer = () => ({ ...GOOD, max_age: 60 });
    let { refresh_token: token } = await obtainTokens(server, developer, application, AT_PHOTOS);
    fail();
    for (const seconds of [59, 1, 599]) {
      await server.advance({ seconds });
      const { status, body } = await refresh(server, token);
      expect([status, rolesOf(body.access_token)]).toEqual([200, [ROLE]]);
      token = body.refresh_token;
    }
    await server.advance({ seconds: 1 });
    expectUnavailable(await refresh(server, token));
    host.answer = () => ({ ...GOOD, max_age: 60 });
    const { body } = await refresh(server, token);
    fail();
    await changeStored(server, 'UPDATE grants SET reissues = reissues + 1 WHERE account_id = ?', developer.id);
    expectUnavailable(await refresh(server, body.refresh_token));
  });
});
