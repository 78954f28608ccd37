import { decodeJwt } from 'jose';
import * as openid from 'openid-client';
import { DEVICE_CODE, registerAllowed } from '@consentry/test-support/world/allowed';
import {
  askForDevice,
  basicOf,
  beginDevice,
  decideDevice,
  poll,
  registerTelevision,
  showDevice,
} from '@consentry/test-support/world/devices';
import { givenAccount, givenServer } from '@consentry/test-support/server/given';
import { KeyedClient } from '@consentry/test-support/world/keyed-client';
import { type ServiceProcess, startProcesses } from '@consentry/test-support/server/processes';
import { TestServer } from '@consentry/test-support/server/server';
import { everythingStored, storedRows } from '@consentry/test-support/server/stored';
import { PHOTOS, twoResources } from '@consentry/test-support/world/two-resources';
import {
  type Account,
  type Answer,
  type Application,
  call,
  refresh,
  register,
  signIn,
  signUp,
} from '@consentry/test-support/world/world';

const errorOf = ({ status, body }: Answer<{ error?: string }>) => [status, body.error];
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';

describe('device authorization (RFC 8628)', () => {
  const server = givenServer({ env: twoResources() });
  const account = givenAccount(server);
  let television: Application;

  beforeAll(async () => {
    television = await registerTelevision(server, account);
    await server.freeze();
  });

  describe('§3.1 the request', () => {
    it('§3.1 needs the client, authenticated as at the token endpoint', async () => {
      const confidential = await registerAllowed(server, account, { grantTypes: [DEVICE_CODE] });
      const { client_id, client_secret } = confidential;
      expect(errorOf(await askForDevice(server, {}))).toEqual([400, 'invalid_request']);
      expect(errorOf(await askForDevice(server, { client_id: 'nobody' }))).toEqual([401, 'invalid_client']);
      expect(errorOf(await askForDevice(server, { client_id }))).toEqual([401, 'invalid_client']);
      expect((await askForDevice(server, { client_id, client_secret })).status).toBe(200);
      expect((await askForDevice(server, {}, basicOf(confidential))).status).toBe(200);
      expect((await askForDevice(server, { client_id: television.client_id })).status).toBe(200);
    });

    it('§3.1 takes a client that proves itself by its key, and each assertion once', async () => {
      const keyed = await KeyedClient.register(server, account, { columns: { grant_types: DEVICE_CODE } });
      const iat = Math.floor((await server.freeze()) / 1000);
      const credentials = await keyed.credentials({ iat, exp: iat + 60 });
      expect((await askForDevice(server, credentials)).status).toBe(200);
      expect(errorOf(await askForDevice(server, credentials))).toEqual([401, 'invalid_client']);
    });

    it('§3.1 is refused to a client that may not use the grant', async () => {
      const { client_id } = await register(server, account, { client_type: 'public' });
      expect(errorOf(await askForDevice(server, { client_id }))).toEqual([400, 'unauthorized_client']);
    });

    it('§3.1 comes by POST, as a form, each parameter once; unknown and empty ones are ignored', async () => {
      const url = `${server.url}/oauth2/device_authorization`;
      const { client_id } = television;
      const get = await call('GET', `${url}?client_id=${client_id}`);
      expect([get.status, get.headers.get('allow')]).toEqual([405, 'POST']);
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const post = (body: string) => call('POST', url, { headers, body });
      expect(errorOf(await call('POST', url, { body: { client_id } }))).toEqual([400, 'invalid_request']);
      expect(errorOf(await post(`client_id=${client_id}&scope=a&scope=a`))).toEqual([400, 'invalid_request']);
      expect((await post(`client_id=${client_id}&scope=&other=x&other=y`)).status).toBe(200);
    });

    it.each([
      [{ scope: 'burn' }, 'invalid_scope'],
      [{ scope: 'notes:read photos:read' }, 'invalid_scope'],
      [{ scope: 'notes:read', resource: PHOTOS }, 'invalid_scope'],
      [{ resource: 'https://other.example.com' }, 'invalid_target'],
    ])('§3.1 %j is %s', async (parameters, error) => {
      const answer = await askForDevice(server, { client_id: television.client_id, ...parameters });
      expect(errorOf(answer)).toEqual([400, error]);
    });

    it('§3.1 scope may be absent: all that the application may ask for at one resource', async () => {
      const { user_code } = await beginDevice(server, television, { resource: PHOTOS });
      const { body } = await showDevice(server, account, user_code);
      expect(body).toMatchObject({ resource: { url: PHOTOS }, scopes: [{ name: 'photos:read' }] });
    });
  });

  it('§3.2 the answer has all its members and is not cached', async () => {
    const { body, headers } = await askForDevice(server, { client_id: television.client_id });
    expect(headers.get('content-type')).toMatch(/^application\/json/);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(body).toEqual({
      device_code: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/) as string,
      user_code: expect.stringMatching(new RegExp(`^[${LETTERS}]{4}-[${LETTERS}]{4}$`)) as string,
      verification_uri: `${server.url}/oauth2/device`,
      verification_uri_complete: `${server.url}/oauth2/device?user_code=${body.user_code}`,
      expires_in: 600,
      interval: 5,
    });
  });

  describe('§3.3 the account', () => {
    it('§3.3 sees who asks and for what before it decides, and decides nothing by looking', async () => {
      const device = await beginDevice(server, television, { scope: 'notes:write notes:read' });
      const look = () => showDevice(server, account, device.user_code);
      for (const { status, body } of [await look(), await look()]) {
        expect(status).toBe(200);
        expect(body).toMatchObject({
          user_code: device.user_code,
          expires_in: 600,
          client: { client_id: television.client_id, name: 'Television' },
          account: { id: account.id, email: account.email },
          resource: { url: 'http://localhost:3001', name: 'Notes' },
          scopes: [
            { name: 'notes:write', description: 'Write notes for you', granted_before: false },
            { name: 'notes:read', description: 'Read your notes', granted_before: false },
          ],
        });
      }
      expect(errorOf(await poll(server, television, device))).toEqual([400, 'authorization_pending']);
    });

    it('§3.3.1 follows verification_uri_complete to the same', async () => {
      const device = await beginDevice(server, television);
      const answer = await call('GET', device.verification_uri_complete, { headers: account.session });
      expect(answer.body['user_code']).toBe(device.user_code);
    });

    it('§3.3 must be signed in to look and to decide', async () => {
      const { user_code } = await beginDevice(server, television);
      const nobody = { ...account, session: {} };
      for (const answer of [
        await showDevice(server, nobody, user_code),
        await decideDevice(server, nobody, user_code),
        await decideDevice(server, nobody, 'x', { is_rejected: 'perhaps' }),
      ]) {
        expect(errorOf(answer)).toEqual([401, 'login_required']);
        expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/);
      }
    });

    it('§3.3 decides by JSON or form, only from pages that may', async () => {
      const url = `${server.url}/oauth2/device`;
      const { session: headers } = account;
      const [one, other] = [await beginDevice(server, television), await beginDevice(server, television)];
      const form = new URLSearchParams({ user_code: one.user_code, is_rejected: '0' });
      const foreign = { ...headers, origin: 'https://evil.example' };
      expect(errorOf(await call('POST', url, { headers: foreign, body: form }))).toEqual([403, 'access_denied']);
      expect((await call('POST', url, { headers, body: form })).body).toEqual({
        is_rejected: false,
        scope: 'notes:read notes:write',
      });
      const refusal = await decideDevice(server, account, other.user_code, { is_rejected: true });
      expect([refusal.status, refusal.body]).toEqual([200, { is_rejected: true }]);
      const text = { headers: { ...headers, 'content-type': 'text/plain' }, body: 'user_code=x' };
      expect(errorOf(await call('POST', url, text))).toEqual([400, 'invalid_request']);
    });

    it('§3.3 a malformed call is no decision', async () => {
      const device = await beginDevice(server, television, { scope: 'notes:read' });
      for (const [decision, error] of [
        [{}, 'invalid_request'],
        [{ is_rejected: 'perhaps' }, 'invalid_request'],
        [{ is_rejected: 1 }, 'invalid_request'],
        [{ is_rejected: false, scope: 'notes:write' }, 'invalid_scope'],
      ] as const)
        expect(errorOf(await decideDevice(server, account, device.user_code, decision))).toEqual([400, error]);
      expect((await decideDevice(server, account, device.user_code)).status).toBe(200);
    });

    it('§3.3 decides once', async () => {
      const device = await beginDevice(server, television);
      await decideDevice(server, account, device.user_code, { is_rejected: true });
      for (const answer of [
        await decideDevice(server, account, device.user_code),
        await showDevice(server, account, device.user_code),
      ])
        expect(errorOf(answer)).toEqual([400, 'invalid_request']);
      expect(errorOf(await poll(server, television, device))).toEqual([400, 'access_denied']);
    });

    it('§3.3 decides until the code expires, and not later', async () => {
      const [early, late] = [await beginDevice(server, television), await beginDevice(server, television)];
      await server.advance({ ms: 599_999 });
      expect((await decideDevice(server, account, early.user_code)).status).toBe(200);
      await server.advance({ ms: 1 });
      expect(errorOf(await showDevice(server, account, late.user_code))).toEqual([400, 'invalid_request']);
      expect(errorOf(await decideDevice(server, account, late.user_code))).toEqual([400, 'invalid_request']);
    });

    it('is not asked for an application that was disabled meanwhile', async () => {
      const gone = await registerTelevision(server, account);
      const device = await beginDevice(server, gone);
      const url = `${server.url}/api/applications/${gone.client_id}`;
      await call('PATCH', url, { headers: account.session, body: { enabled: false } });
      expect(errorOf(await showDevice(server, account, device.user_code))).toEqual([400, 'invalid_client']);
      expect(errorOf(await decideDevice(server, account, device.user_code))).toEqual([400, 'invalid_client']);
      expect(errorOf(await poll(server, gone, device))).toEqual([401, 'invalid_client']);
    });
  });

  describe('§3.4, §3.5 the token endpoint', () => {
    it('§3.4 needs device_code, by POST', async () => {
      const answer = await poll(server, television, { device_code: '' });
      expect(errorOf(answer)).toEqual([400, 'invalid_request']);
      const { device_code } = await beginDevice(server, television);
      const parameters = new URLSearchParams({ grant_type: DEVICE_CODE, device_code, client_id: television.client_id });
      const get = await call('GET', `${server.url}/oauth2/access_token?${parameters.toString()}`);
      expect(errorOf(get)).toEqual([400, 'unsupported_grant_type']);
      const inQuery = await call('POST', `${server.url}/oauth2/token?${parameters.toString()}`);
      expect(errorOf(inQuery)).toEqual([400, 'invalid_request']);
    });

    it('§3.4 a confidential client authenticates', async () => {
      const confidential = await registerAllowed(server, account, { grantTypes: [DEVICE_CODE] });
      const { body: device } = await askForDevice(server, {}, basicOf(confidential));
      await decideDevice(server, account, device.user_code);
      expect(errorOf(await poll(server, confidential, device))).toEqual([401, 'invalid_client']);
      expect((await poll(server, confidential, device, { headers: basicOf(confidential) })).status).toBe(200);
    });

    it('§3.4 the device code is for the client it was issued to, and stays usable by it', async () => {
      const other = await registerTelevision(server, account);
      const device = await beginDevice(server, television);
      await decideDevice(server, account, device.user_code);
      expect(errorOf(await poll(server, other, device))).toEqual([400, 'invalid_grant']);
      expect((await poll(server, television, device)).status).toBe(200);
    });

    it('§3.5 an approval brings tokens as a code does', async () => {
      const device = await beginDevice(server, television);
      expect(errorOf(await poll(server, television, device))).toEqual([400, 'authorization_pending']);
      await decideDevice(server, account, device.user_code, { is_rejected: false, scope: 'notes:read' });
      const { status, body } = await poll(server, television, device);
      expect([status, body.scope, body.token_type]).toEqual([200, 'notes:read', 'Bearer']);
      const claims = decodeJwt(body.access_token);
      expect(claims).toMatchObject({ sub: account.id, aud: 'http://localhost:3001', client_id: television.client_id });
      const { client_id } = television;
      const next = await refresh(server, body.refresh_token, { client_id, scope: 'notes:read' });
      expect(decodeJwt(next.body.access_token)['fam']).toBe(claims['fam']);
      const grants = await call<{ items: object[] }>('GET', `${server.url}/api/grants`, { headers: account.session });
      expect(grants.body.items).toContainEqual(
        expect.objectContaining({ client: expect.objectContaining({ client_id }) as object }),
      );
      const again = await beginDevice(server, television);
      expect((await showDevice(server, account, again.user_code)).body['scopes']).toContainEqual(
        expect.objectContaining({ name: 'notes:read', granted_before: true }),
      );
    });

    it('§3.5 a refusal is access_denied', async () => {
      const device = await beginDevice(server, television);
      await decideDevice(server, account, device.user_code, { is_rejected: true });
      expect(errorOf(await poll(server, television, device))).toEqual([400, 'access_denied']);
    });

    it('§3.5 polling at the interval is authorization_pending, each time', async () => {
      const device = await beginDevice(server, television);
      for (let n = 0; n < 4; n += 1) {
        expect(errorOf(await poll(server, television, device))).toEqual([400, 'authorization_pending']);
        await server.advance({ seconds: 5 });
      }
    });

    it('§3.5 polling too early is slow_down, and the interval grows by 5 seconds each time', async () => {
      const device = await beginDevice(server, television);
      const expectAfter = async (ms: number, error: string) => {
        await server.advance({ ms });
        expect([ms, ...errorOf(await poll(server, television, device))]).toEqual([ms, 400, error]);
      };
      await expectAfter(0, 'authorization_pending');
      // A second early is in time: timers and networks are not exact.
      await expectAfter(4_000, 'authorization_pending');
      await expectAfter(3_999, 'slow_down');
      await expectAfter(8_999, 'slow_down');
      await expectAfter(14_000, 'authorization_pending');
      await expectAfter(13_999, 'slow_down');
      await expectAfter(19_000, 'authorization_pending');
      await decideDevice(server, account, device.user_code);
      expect((await poll(server, television, device)).status).toBe(200);
    });

    it('§3.5 an expired code is expired_token, approved or not', async () => {
      const [one, other] = [await beginDevice(server, television), await beginDevice(server, television)];
      await decideDevice(server, account, other.user_code);
      await server.advance({ ms: 599_999 });
      expect(errorOf(await poll(server, television, one))).toEqual([400, 'authorization_pending']);
      await server.advance({ ms: 1 });
      for (const device of [one, other])
        expect(errorOf(await poll(server, television, device))).toEqual([400, 'expired_token']);
    });

    it('a device code is used once', async () => {
      const device = await beginDevice(server, television);
      await decideDevice(server, account, device.user_code);
      expect((await poll(server, television, device)).status).toBe(200);
      expect(errorOf(await poll(server, television, device))).toEqual([400, 'invalid_grant']);
    });

    it('access taken back between the approval and the poll stays taken back, also when it is given again', async () => {
      const device = await beginDevice(server, television);
      await decideDevice(server, account, device.user_code);
      const url = `${server.url}/api/grants`;
      const { session: headers } = account;
      const { body } = await call<{ items: { id: string; client: { client_id: string } }[] }>('GET', url, { headers });
      const grant = body.items.find(({ client }) => client.client_id === television.client_id);
      expect((await call('DELETE', `${url}/${grant?.id}`, { headers })).status).toBe(204);
      expect(errorOf(await poll(server, television, device))).toEqual([400, 'invalid_grant']);
      const again = await beginDevice(server, television);
      await decideDevice(server, account, again.user_code);
      expect(errorOf(await poll(server, television, device))).toEqual([400, 'invalid_grant']);
      expect((await poll(server, television, again)).status).toBe(200);
    });

    it('with openid the family remembers the sign-in, without it nothing', async () => {
      const facts = async (scope: string) => {
        const device = await beginDevice(server, television, { scope });
        await decideDevice(server, account, device.user_code);
        const { body } = await poll(server, television, device);
        const { fam, auth_time } = decodeJwt(body.access_token);
        const [row] = await storedRows<Record<string, unknown>>(
          server,
          'SELECT sid, auth_time AS "authTime", acr FROM refresh_families WHERE id = ?',
          fam,
        );
        return { ...row, auth_time, idToken: body.id_token };
      };
      expect(await facts('notes:read')).toEqual({ sid: null, authTime: null, acr: null });
      const { sid, authTime, acr, auth_time, idToken } = (await facts('openid notes:read')) as Record<string, unknown>;
      const [session] = await storedRows<{ createdAt: number }>(
        server,
        'SELECT created_at AS "createdAt" FROM sign_in_sessions WHERE id = ?',
        sid,
      );
      expect([authTime, acr]).toEqual([session?.createdAt, 'urn:consentry:acr:password']);
      expect(auth_time).toBe(Math.floor(Number(authTime) / 1000));
      expect(decodeJwt(String(idToken))).toMatchObject({
        sub: account.id,
        aud: television.client_id,
        sid,
        auth_time,
        acr,
      });
    });
  });

  it('§4 the metadata names the endpoint and the grant type', async () => {
    const { body } = await call('GET', `${server.url}/.well-known/oauth-authorization-server`);
    expect(body['device_authorization_endpoint']).toBe(`${server.url}/oauth2/device_authorization`);
    expect(body['grant_types_supported']).toContain(DEVICE_CODE);
  });

  describe('§5.1 guesses', () => {
    const unknown = 'BBBB-BBBB';

    it('§5.1 of user codes are limited by the account after 10, whichever way they are made; a right one clears nothing', async () => {
      const eve = await signUp(server);
      const own = await beginDevice(server, television);
      for (let n = 0; n < 5; n += 1) {
        expect(errorOf(await showDevice(server, eve, unknown))).toEqual([400, 'invalid_request']);
        expect((await showDevice(server, eve, own.user_code)).status).toBe(200);
        expect(errorOf(await decideDevice(server, eve, unknown))).toEqual([400, 'invalid_request']);
      }
      for (const answer of [
        await showDevice(server, eve, own.user_code),
        await decideDevice(server, eve, own.user_code),
        await showDevice(server, { ...eve, ...(await signIn(server, eve)) }, own.user_code),
      ]) {
        expect(errorOf(answer)).toEqual([429, 'slow_down']);
        expect(answer.headers.get('retry-after')).toBe('900');
      }
      expect((await showDevice(server, account, own.user_code)).status).toBe(200);
      await server.advance({ minutes: 15 });
      const later = await beginDevice(server, television);
      const back = { ...eve, ...(await signIn(server, eve)) };
      expect((await showDevice(server, back, later.user_code)).status).toBe(200);
    });

    it("§5.1 are nobody else's to make: a failed sign-in under any name is none", async () => {
      const ada = await signUp(server);
      const own = await beginDevice(server, television);
      const body = { email: `user_code ${ada.id}`, password: 'wrong' };
      for (let n = 0; n < 10; n += 1) await call('POST', `${server.url}/api/session`, { body });
      expect((await showDevice(server, ada, own.user_code)).status).toBe(200);
    });

    it('§5.1 what cannot be a user code is no guess', async () => {
      const typist = await signUp(server);
      for (let n = 0; n < 12; n += 1)
        expect(errorOf(await showDevice(server, typist, 'AEIO-UUUU'))).toEqual([400, 'invalid_request']);
      const url = `${server.url}/oauth2/device`;
      expect(errorOf(await call('GET', url, { headers: typist.session }))).toEqual([400, 'invalid_request']);
    });
  });

  it('§5.2 neither code can be read in the database', async () => {
    const device = await beginDevice(server, television);
    const stored = await everythingStored(server);
    for (const secret of [device.device_code, device.user_code, device.user_code.replace('-', '')])
      expect(stored).not.toContain(secret);
  });

  it('§6.1 the case of a user code and what stands between its letters mean nothing', async () => {
    const { user_code } = await beginDevice(server, television);
    const letters = user_code.replace('-', '');
    for (const spelled of [letters, user_code.toLowerCase(), ` ${[...letters].join(' ')} `, `${letters}-`])
      expect((await showDevice(server, account, spelled)).body['user_code']).toBe(user_code);
    expect((await decideDevice(server, account, letters.toLowerCase())).status).toBe(200);
  });

  it('openid-client begins, polls and refreshes by nothing but the issuer', async () => {
    const config = await openid.discovery(new URL(server.url), television.client_id, undefined, openid.None(), {
      algorithm: 'oauth2',
      execute: [openid.allowInsecureRequests],
    });
    const device = await openid.initiateDeviceAuthorization(config, { scope: 'notes:read' });
    expect((await decideDevice(server, account, device.user_code)).status).toBe(200);
    // The account has decided before the client's first poll.
    const tokens = await openid.pollDeviceAuthorizationGrant(config, { ...device, interval: 0 });
    expect(tokens.scope).toBe('notes:read');
    expect((await openid.refreshTokenGrant(config, tokens.refresh_token ?? '')).scope).toBe('notes:read');
  });
});

describe('device codes in two processes on one database', () => {
  let servers: ServiceProcess[];
  let account: Account;
  let television: Application;
  const server = (n: number) => servers[n % 2]!;
  const times = <T>(count: number, make: (n: number) => Promise<T>) =>
    Promise.all(Array.from({ length: count }, (_, n) => make(n)));
  const outcomes = (answers: Answer<{ error?: string }>[]) =>
    answers.map(({ status, body }) => (status === 200 ? '200' : body.error)).sort();

  beforeAll(async () => {
    servers = await startProcesses(2);
    const { url, process } = server(0);
    account = await signUp({ url });
    television = await registerTelevision({ url, dataDir: process.dataDir }, account);
  });
  afterAll(() => Promise.all(servers.map(({ process }) => process.stop())));

  it('polls at the same moment have one winner, and one family begins', async () => {
    for (let round = 0; round < 5; round += 1) {
      const device = await beginDevice(server(round), television);
      await decideDevice(server(round + 1), account, device.user_code);
      const answers = await times(20, (n) => poll(server(n), television, device));
      expect(outcomes(answers)).toEqual(['200', ...Array<string>(19).fill('invalid_grant')]);
    }
    const { process } = server(0);
    expect(await storedRows(process, 'SELECT id FROM refresh_families')).toHaveLength(5);
  });

  it('decisions at the same moment have one winner', async () => {
    for (let round = 0; round < 5; round += 1) {
      const device = await beginDevice(server(round), television);
      const decide = (n: number) => decideDevice(server(n), account, device.user_code, { is_rejected: n % 3 === 0 });
      expect(outcomes(await times(10, decide))).toEqual(['200', ...Array<string>(9).fill('invalid_request')]);
    }
  });

  it('polls that come too early are counted together', async () => {
    const device = await beginDevice(server(0), television);
    const answers = await times(10, (n) => poll(server(n), television, device));
    expect(outcomes(answers)).toEqual(['authorization_pending', ...Array<string>(9).fill('slow_down')]);
    const { process } = server(0);
    const intervals = await storedRows<{ interval: number }>(
      process,
      'SELECT d.interval FROM device_codes d WHERE decided_at IS NULL ORDER BY expires_at DESC LIMIT 1',
    );
    expect(intervals).toEqual([{ interval: 50 }]);
  });

  it('guesses are counted together', async () => {
    const eve = await signUp(server(0));
    const answers = await times(30, (n) => showDevice(server(n), eve, 'BBBB-BBBB'));
    expect(outcomes(answers as Answer<{ error?: string }>[])).toEqual([
      ...Array<string>(10).fill('invalid_request'),
      ...Array<string>(20).fill('slow_down'),
    ]);
  });
});

describe('guesses of user codes from many addresses', () => {
  const server = givenServer({ env: { TRUSTED_PROXIES: '127.0.0.1' } });

  const from = (account: Account, address: string): Account => ({
    ...account,
    session: { ...account.session, 'x-forwarded-for': address },
  });

  it("§5.1 are one account's, wherever it makes them, and nobody else's", async () => {
    const [eve, ada] = [await signUp(server), await signUp(server)];
    for (let n = 1; n <= 10; n += 1)
      expect((await showDevice(server, from(eve, `192.0.2.${n}`), 'BBBB-BBBB')).status).toBe(400);
    expect((await showDevice(server, from(eve, '192.0.2.99'), 'BBBB-BBBB')).status).toBe(429);
    expect((await showDevice(server, from(ada, '192.0.2.1'), 'BBBB-BBBB')).status).toBe(400);
  });

  it('§5.1 of one address are counted over all accounts', async () => {
    const accounts = await Promise.all(Array.from({ length: 11 }, () => signUp(server)));
    const statuses: number[] = [];
    for (const account of accounts)
      for (let n = 0; n < 10; n += 1)
        statuses.push((await showDevice(server, from(account, '198.51.100.1'), 'BBBB-BBBB')).status);
    expect(statuses).toEqual([...Array<number>(100).fill(400), ...Array<number>(10).fill(429)]);
  });
});

describe('a browser at the verification_uri', () => {
  const PAGE = 'https://consent.example.com/page?x=1';
  const asBrowser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

  it('is sent to the consent page where one is set, with what was asked, and gets JSON where none is', async () => {
    const [withPage, without] = await Promise.all([
      TestServer.start({ env: { CONSENT_UI_URL: PAGE } }),
      TestServer.start({ env: { CONSENT_UI_URL: 'off' } }),
    ]);
    try {
      const visit = async ({ url }: TestServer, query: string) => {
        const { status, headers } = await call('GET', `${url}/oauth2/device${query}`, { headers: asBrowser });
        return [status, headers.get('location'), headers.get('vary')];
      };
      const vary = 'Accept, Origin';
      expect(await visit(withPage, '?user_code=WDJB-MJHT')).toEqual([302, `${PAGE}&user_code=WDJB-MJHT`, vary]);
      expect(await visit(withPage, '')).toEqual([302, `${PAGE}&user_code=`, vary]);
      expect(await visit(without, '')).toEqual([401, null, vary]);
    } finally {
      await Promise.all([withPage.stop(), without.stop()]);
    }
  });
});
