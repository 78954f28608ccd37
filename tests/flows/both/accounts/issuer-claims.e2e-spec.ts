import { decodeJwt } from 'jose';
import { ForeignIssuer } from '@consentry/test-support/world/foreign-issuer';
import { expectProblem } from '@consentry/test-support/world/problem';
import { TestServer } from '@consentry/test-support/server/server';
import { storedRows } from '@consentry/test-support/server/stored';
import { settingsOf } from '@consentry/test-support/world/two-resources';
import {
  type Account,
  call,
  obtainTokens,
  refresh,
  register,
  signUp,
  unique,
} from '@consentry/test-support/world/world';

/** Epoch seconds. */
const IAT = Math.floor(Date.now() / 1000) - 600;

describe('claims that TRUSTED_ISSUERS lists', () => {
  let foreign: ForeignIssuer;
  let server: TestServer;

  beforeAll(async () => {
    foreign = await ForeignIssuer.start();
    const trusted = [{ issuer: foreign.issuer, jwks_uri: foreign.jwksUri, claims: ['roles', 'org'] }];
    server = await TestServer.start({ env: { TRUSTED_ISSUERS: JSON.stringify(trusted) } });
  });
  afterAll(() => Promise.all([server.stop(), foreign.stop()]));

  const signIn = async (claims: object) => {
    const headers = { authorization: `Bearer ${await foreign.mint({ aud: server.url, iat: IAT, ...claims })}` };
    return call<{ account: Account }>('GET', `${server.url}/api/session`, { headers });
  };
  const keptOf = async (id: string) => {
    const [row] = await storedRows<{ claims: string }>(server, 'SELECT claims FROM accounts WHERE id = ?', id);
    return JSON.parse(row?.claims ?? 'null') as unknown;
  };
  const kept = (claims: object, iat = IAT) => ({ iat, claims: { roles: null, org: null, ...claims } });

  it('are kept of the newest JWT, whatever order they come in', async () => {
    const sub = unique();
    const { id } = (await signIn({ sub, roles: ['admin'], email: 'ada@example.com' })).body.account;
    expect(await keptOf(id)).toEqual(kept({ roles: ['admin'] }));
    const ages = [4, 9, 1, 7, 2, 8, 3, 6, 5];
    await Promise.all(ages.map((age) => signIn({ sub, roles: [`${age}`], iat: IAT + age })));
    expect(await keptOf(id)).toEqual(kept({ roles: ['9'] }, IAT + 9));
    await signIn({ sub, roles: ['admin'], iat: IAT + 8 });
    expect(await keptOf(id)).toEqual(kept({ roles: ['9'] }, IAT + 9));
    await signIn({ sub, org: 'team', iat: IAT + 9 });
    expect(await keptOf(id)).toEqual(kept({ org: 'team' }, IAT + 9));
  });

  it('go to no application unless RESOURCES_FILE says so, and the start warns', async () => {
    await server.logged('no token will contain your own claims');
  });

  it('are erased with the account', async () => {
    const sub = unique();
    const { id } = (await signIn({ sub, roles: ['admin'] })).body.account;
    const headers = { authorization: `Bearer ${await foreign.mint({ aud: server.url, sub, iat: IAT })}` };
    expect((await call('DELETE', `${server.url}/api/account`, { headers, body: {} })).status).toBe(204);
    expect(await keptOf(id)).toBeNull();
  });

  it.each<[string, object, string]>([
    ['too large', { org: 'x'.repeat(9_000) }, 'more than 4096 bytes'],
    ['malformed', { roles: 'admin' }, 'roles must be a list'],
    ['of no known age', { roles: ['admin'], iat: undefined }, 'no iat'],
  ])('refuse the sign-in where they are %s, and the log says so', async (_, claims, reason) => {
    expectProblem(await signIn({ sub: unique(), ...claims }), 401);
    await server.logged(reason);
  });

  it('that are not known of an account give it no token until it signs in: a role would be missing', async () => {
    const resource = { url: 'http://localhost:3001', name: 'Notes', first_party_clients: '*' };
    const scopes = ['notes:read', 'notes:write'].map((name) => ({ name, description: name }));
    const trusted = { issuer: foreign.issuer, jwks_uri: foreign.jwksUri };
    const start = (claims: string[]) =>
      server.restart({
        ...settingsOf([{ ...resource, scopes }]),
        TRUSTED_ISSUERS: JSON.stringify([{ ...trusted, ...(claims.length > 0 && { claims }) }]),
      });
    const jwt = (claims: object) => foreign.mint({ aud: server.url, sub: 'ada', iat: IAT, ...claims });
    await start([]);
    const application = await register(server, await signUp(server));
    const ada = { session: { authorization: `Bearer ${await jwt({ roles: ['admin'] })}` } } as unknown as Account;
    const scope = 'openid notes:read';
    const { access_token: old, refresh_token: token } = await obtainTokens(server, ada, application, { scope });
    expect(decodeJwt(old)).not.toHaveProperty('roles');

    await start(['roles', 'org']);
    expect(server.output).not.toContain('no token will contain your own claims');
    const refused = await refresh(server, token);
    expect([refused.status, refused.body.error]).toEqual([400, 'invalid_grant']);
    const userinfo = await call('GET', `${server.url}/oauth2/userinfo`, {
      headers: { authorization: `Bearer ${old}` },
    });
    expect([userinfo.status, userinfo.body['error']]).toEqual([401, 'invalid_token']);

    const { access_token: next } = await obtainTokens(server, ada, application, { scope });
    expect(decodeJwt(next)).toMatchObject({ roles: ['admin'] });
    // Refused, it was not spent.
    const { body } = await refresh(server, token);
    expect(decodeJwt(body.access_token)).toMatchObject({ roles: ['admin'] });
    expect(decodeJwt(body.access_token)).not.toHaveProperty('org');
  });
});
