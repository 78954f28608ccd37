import { decodeJwt } from 'jose';
import { registerAllowed, CODE_AND_REFRESH, DEVICE_CODE, TOKEN_EXCHANGE } from '@consentry/test-support/world/allowed';
import { ClaimsHost } from '../../support/claims-host';
import { beginDevice, decideDevice, poll } from '@consentry/test-support/world/devices';
import { TestServer } from '@consentry/test-support/server/server';
import { changeStored } from '@consentry/test-support/server/stored';
import { PHOTOS, RESOURCES, settingsOf } from '@consentry/test-support/world/two-resources';
import {
  type Account,
  type Application,
  type Tokens,
  call,
  exchange,
  obtainCode,
  obtainTokens,
  refresh,
  register,
  signUp,
} from '@consentry/test-support/world/world';

/** Photos' applications are the team's own; at Notes one scope lets roles through. */
const [NOTES, photos] = RESOURCES.both;
const [read, write] = NOTES!.scopes;
const TEAM = [
  { ...NOTES, scopes: [{ ...read, claims: ['roles'] }, write] },
  { ...photos, first_party_clients: '*' },
];
const AT_PHOTOS = { scope: 'photos:read' };

type Answered = Tokens & { id_token?: string };

describe('claims of the team', () => {
  const host = new ClaimsHost();
  let server: TestServer;
  let developer: Account;
  let application: Application;
  /** What the team's service says; a test changes it. */
  let roles: string[];
  let maxAge: number;

  beforeAll(async () => {
    await host.start();
    server = await TestServer.start({ env: { ...settingsOf(TEAM), CLAIMS_URL: host.url }, isFrozen: true });
    host.trust(server);
    developer = await signUp(server, { name: 'Ada' });
    application = await register(server, developer);
  });
  afterAll(() => Promise.all([server.stop(), host.stop()]));
  beforeEach(() => {
    [roles, maxAge] = [['reader'], 0];
    host.asked.length = 0;
    host.answer = () => ({ access_token: { roles, org_id: 'acme' }, max_age: maxAge });
  });

  const rolesOf = ({ access_token: token }: Pick<Tokens, 'access_token'>) => decodeJwt(token)['roles'];
  const tokensOf = (account = developer, override: object = AT_PHOTOS) =>
    obtainTokens(server, account, application, { ...override }) as Promise<Answered>;
  const changed = (account: Account) =>
    changeStored(server, 'UPDATE grants SET reissues = reissues + 1 WHERE account_id = ?', account.id);

  it('stand in the access token, the ID token, userinfo and introspection, each its own', async () => {
    const tenant = { 'https://example.com/tenant': { id: 7 } };
    host.answer = () => ({
      access_token: { roles: ['admin'], groups: ['staff'], entitlements: ['export'], org_id: 'acme', ...tenant },
      id_token: { org_id: 'acme' },
      userinfo: { 'urn:example:teams': ['a', 'b'] },
      max_age: 60,
    });
    const tokens = await tokensOf(developer, { scope: 'openid email photos:read' });
    const told = { roles: ['admin'], groups: ['staff'], entitlements: ['export'], org_id: 'acme', ...tenant };
    const access = decodeJwt(tokens.access_token);
    expect(access).toMatchObject({ ...told, sub: developer.id, aud: PHOTOS, scope: 'openid email photos:read' });
    const idToken = decodeJwt(tokens.id_token!);
    expect([idToken['org_id'], idToken['roles'], idToken.aud]).toEqual(['acme', undefined, application.client_id]);

    const { client_id, client_secret } = application;
    const headers = { authorization: `Bearer ${tokens.access_token}` };
    const userinfo = await call('GET', `${server.url}/oauth2/userinfo`, { headers });
    const { email } = developer;
    expect(userinfo.body).toEqual({ sub: developer.id, email, email_verified: false, 'urn:example:teams': ['a', 'b'] });
    const body = new URLSearchParams({ token: tokens.access_token, client_id, client_secret });
    expect((await call('POST', `${server.url}/oauth2/introspect`, { body })).body).toMatchObject({
      active: true,
      ...told,
    });
  });

  it('are asked for by a JWT of this server, with what they may depend on', async () => {
    await tokensOf(developer, { scope: 'photos:read openid' });
    await refresh(server, (await tokensOf()).refresh_token);
    const [first, ...others] = host.asked;
    expect(first!.payload).toMatchObject({
      account: { id: developer.id, email: developer.email, name: 'Ada', issuer: null, subject: null },
      client: { client_id: application.client_id, name: 'Test app' },
      resource: PHOTOS,
      scopes: ['openid', 'photos:read'],
      issuer_claims: {},
    });
    const { iat, exp, jti } = first!.payload;
    expect([exp! - iat!, host.types[0]]).toEqual([60, 'application/jwt']);
    expect(new Set([jti, ...others.map(({ payload }) => payload.jti)]).size).toBe(3);
  });

  it("go to a third party's application by a scope that names them alone", async () => {
    const [both, writing] = [await tokensOf(developer, {}), await tokensOf(developer, { scope: 'notes:write' })];
    expect([rolesOf(both), decodeJwt(both.access_token)['org_id']]).toEqual([['reader'], undefined]);
    // Nothing may go to it: nobody is asked.
    expect([rolesOf(writing), host.asked.length]).toEqual([undefined, 1]);
    const narrowed = await refresh(server, both.refresh_token, { scope: 'notes:write' });
    expect([narrowed.status, rolesOf(narrowed.body), host.asked.length]).toEqual([200, undefined, 1]);
  });

  it('are in what a refresh, a device, a test and an exchange of tokens give', async () => {
    const grantTypes = [...CODE_AND_REFRESH, DEVICE_CODE, TOKEN_EXCHANGE];
    const able = await registerAllowed(server, developer, { grantTypes }, { refresh_retry_window: 30 });
    const { client_id, client_secret } = able;
    const secret = { client_id, client_secret };

    const device = await beginDevice(server, able, { client_secret, ...AT_PHOTOS });
    await decideDevice(server, developer, device.user_code);
    const ofDevice = (await poll(server, able, device, { client_secret })).body;
    expect(rolesOf(ofDevice)).toEqual(['reader']);

    roles = ['writer'];
    const refreshed = await refresh(server, ofDevice.refresh_token, secret);
    expect(rolesOf(refreshed.body)).toEqual(['writer']);
    roles = ['editor'];
    // The answer to a retry is a new access token.
    expect(rolesOf((await refresh(server, ofDevice.refresh_token, secret)).body)).toEqual(['editor']);

    const { session: headers } = developer;
    const test = `${server.url}/api/applications/${client_id}/test-token`;
    expect(rolesOf((await call<Tokens>('POST', test, { headers, body: AT_PHOTOS })).body)).toEqual(['editor']);

    const parameters = { grant_type: TOKEN_EXCHANGE, subject_token: refreshed.body.access_token, ...secret };
    const type = 'urn:ietf:params:oauth:token-type:access_token';
    const body = new URLSearchParams({ ...parameters, subject_token_type: type });
    expect(rolesOf((await call<Tokens>('POST', `${server.url}/oauth2/token`, { body })).body)).toEqual(['editor']);
  });

  it('stand beside the account’s own name in the ID token of a device, where the application is registered so', async () => {
    const grantTypes = [...CODE_AND_REFRESH, DEVICE_CODE];
    const able = await registerAllowed(server, developer, { grantTypes }, { profile_in_id_token: true });
    host.answer = () => ({ access_token: { roles }, id_token: { org_id: 'acme' } });
    const secret = { client_secret: able.client_secret };
    const device = await beginDevice(server, able, { ...secret, scope: 'openid profile photos:read' });
    await decideDevice(server, developer, device.user_code);
    const { body } = await poll(server, able, device, secret);
    expect(decodeJwt((body as Answered).id_token!)).toMatchObject({ org_id: 'acme', name: 'Ada' });
    expect([rolesOf(body), decodeJwt(body.access_token)]).toEqual([
      ['reader'],
      expect.not.objectContaining({ name: 'Ada' }),
    ]);
  });

  it('are cached for as long as the answer says, at most five minutes', async () => {
    let { refresh_token: token } = await tokensOf();
    const refreshedRoles = async () => {
      const { body } = await refresh(server, token);
      token = body.refresh_token;
      return rolesOf(body);
    };
    for (const [said, kept] of [
      [120, 120],
      [3_600, 300],
      [undefined, 60],
    ] as const) {
      await server.advance({ minutes: 10 });
      const before = [`kept ${kept}`];
      host.answer = () => ({ access_token: { roles: before }, max_age: said });
      expect(await refreshedRoles()).toEqual(before);
      host.answer = () => ({ access_token: { roles: ['changed'] } });
      await server.advance({ seconds: kept - 1 });
      expect(await refreshedRoles()).toEqual(before);
      await server.advance({ seconds: 1 });
      expect(await refreshedRoles()).toEqual(['changed']);
    }
  });

  it('are asked for once for all that need the same at one moment', async () => {
    maxAge = 60;
    const tokens = [await tokensOf(), await tokensOf(), await tokensOf()];
    await changed(developer);
    host.asked.length = 0;
    const answers = await Promise.all(tokens.map(({ refresh_token: token }) => refresh(server, token)));
    for (const { body } of answers) expect(rolesOf(body)).toEqual(['reader']);
    expect(host.asked).toHaveLength(1);
  });

  it('that changed are asked for anew, whatever is cached', async () => {
    maxAge = 300;
    const { refresh_token: token } = await tokensOf();
    roles = ['admin'];
    const cached = (await refresh(server, token)).body;
    expect(rolesOf(cached)).toEqual(['reader']);
    await changed(developer);
    const next = (await refresh(server, cached.refresh_token)).body;
    expect([rolesOf(next), decodeJwt(next.access_token)['rv']]).toEqual([['admin'], expect.any(Number)]);
  });

  describe('that change while they are asked for', () => {
    /** The team's service answers with what was so before the change. */
    const changeMeanwhile = (account: Account, times = 1) => {
      host.answer = async () => {
        const said = roles;
        if (times > 0) {
          times -= 1;
          roles = [...roles, 'changed'];
          await changed(account);
        }
        return { access_token: { roles: said }, max_age: 300 };
      };
    };
    const reissuesOf = ({ access_token: token }: Tokens) => decodeJwt(token)['rv'] ?? 0;

    it.each(['an exchange', 'a refresh', 'a retry'])('are asked for again by %s', async (what) => {
      const account = await signUp(server);
      const retrying = await register(server, developer, { refresh_retry_window: 30 });
      const { client_id, client_secret } = retrying;
      const secret = { client_id, client_secret };
      const code = await obtainCode(server, account, retrying, AT_PHOTOS);
      if (what === 'an exchange') changeMeanwhile(account);
      let answer = await exchange(server, retrying, code);
      if (what !== 'an exchange') {
        const { refresh_token: token } = answer.body;
        if (what === 'a retry') await refresh(server, token, secret);
        changeMeanwhile(account);
        answer = await refresh(server, token, secret);
      }
      expect([answer.status, rolesOf(answer.body)]).toEqual([200, ['reader', 'changed']]);
      expect(reissuesOf(answer.body)).toBe(1);
    });

    it('let a device poll once more', async () => {
      const account = await signUp(server);
      const television = await registerAllowed(
        server,
        developer,
        { grantTypes: [DEVICE_CODE] },
        { client_type: 'public' },
      );
      const device = await beginDevice(server, television, AT_PHOTOS);
      await decideDevice(server, account, device.user_code);
      changeMeanwhile(account);
      expect((await poll(server, television, device)).body.error).toBe('authorization_pending');
      const { body } = await poll(server, television, device);
      expect([rolesOf(body), reissuesOf(body)]).toEqual([['reader', 'changed'], 1]);
    });

    it('again and again, give nothing and spend nothing', async () => {
      const account = await signUp(server);
      const { refresh_token: token } = await tokensOf(account);
      changeMeanwhile(account, 9);
      const refused = await refresh(server, token);
      expect([refused.status, refused.body.error]).toEqual([503, 'temporarily_unavailable']);
      changeMeanwhile(account, 0);
      expect((await refresh(server, token)).status).toBe(200);
    });
  });

  it('are named by the metadata', async () => {
    const { body } = await call<{ claims_supported: string[] }>(
      'GET',
      `${server.url}/.well-known/openid-configuration`,
    );
    expect(body.claims_supported).toEqual(expect.arrayContaining(['sub', 'roles']));
  });
});
