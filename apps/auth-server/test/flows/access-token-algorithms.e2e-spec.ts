import { type JSONWebKeySet, createLocalJWKSet, decodeProtectedHeader, jwtVerify } from 'jose';
import { TestServer, freePort, freshDir } from '../support/server';
import { type Account, type Application, call, obtainTokens, refresh, register, signUp } from '../support/world';

const DAY = 86_400_000;

describe('ACCESS_TOKEN_ALG', () => {
  let server: TestServer;
  let account: Account;
  let application: Application;
  const dataDir = freshDir();
  let port: number;

  beforeAll(async () => {
    port = await freePort();
  });
  afterAll(() => server.stop());

  /** Starts the same server again. */
  const startWith = async (env: Record<string, string>) => {
    if (server !== undefined) await server.stop();
    server = await TestServer.start({ dataDir, port, env: { SESSION_TTL: '31536000', ...env } });
  };
  const jwks = async () => (await call<JSONWebKeySet>('GET', `${server.url}/.well-known/jwks.json`)).body;
  const kids = async () => (await jwks()).keys.map(({ kid }) => kid);
  const verify = async (token: string) =>
    (await jwtVerify(token, createLocalJWKSet(await jwks()), { issuer: server.url, typ: 'at+jwt' })).protectedHeader;

  it('signs by the algorithm it names; a change makes a new key and keeps the old public one', async () => {
    await startWith({});
    account = await signUp(server);
    application = await register(server, account);
    const first = await obtainTokens(server, account, application);
    expect((await verify(first.access_token)).alg).toBe('ES256');
    expect(await kids()).toHaveLength(1);

    await startWith({ ACCESS_TOKEN_ALG: 'RS256' });
    const second = await refresh(server, first.refresh_token);
    expect((await verify(second.body.access_token)).alg).toBe('RS256');
    expect((await verify(first.access_token)).alg).toBe('ES256');

    await startWith({ ACCESS_TOKEN_ALG: 'EdDSA' });
    const third = await refresh(server, second.body.refresh_token);
    expect((await verify(third.body.access_token)).alg).toBe('EdDSA');
    expect((await verify(second.body.access_token)).alg).toBe('RS256');
    expect((await verify(first.access_token)).alg).toBe('ES256');

    const { keys } = await jwks();
    expect(keys.map(({ alg }) => alg).sort()).toEqual(['ES256', 'EdDSA', 'RS256']);
    const privateMembers = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'];
    for (const key of keys) expect(Object.keys(key).filter((name) => privateMembers.includes(name))).toEqual([]);
    const rsa = keys.find(({ kty }) => kty === 'RSA');
    expect(Buffer.from(rsa?.n ?? '', 'base64url')).toHaveLength(256);
  });

  it('the same algorithm at the next start is the same key', async () => {
    const before = await kids();
    await startWith({ ACCESS_TOKEN_ALG: 'EdDSA' });
    expect(await kids()).toEqual(before);
  });

  it('an algorithm that comes back gets a new key: a retired one never signs again', async () => {
    const before = await kids();
    await startWith({ ACCESS_TOKEN_ALG: 'ES256' });
    const { access_token } = await obtainTokens(server, account, application);
    const { alg, kid } = decodeProtectedHeader(access_token);
    expect(alg).toBe('ES256');
    expect(before).not.toContain(kid);
    expect(await kids()).toHaveLength(4);
  });

  it('an old public key stays as long as a token it signed can live, and then goes', async () => {
    const retired = await obtainTokens(server, account, application);
    const { kid } = decodeProtectedHeader(retired.access_token);
    await startWith({ ACCESS_TOKEN_ALG: 'RS256' });
    const { exp = 0 } = (await jwtVerify(retired.access_token, createLocalJWKSet(await jwks()))).payload;
    const now = await server.freeze();
    await server.advance({ ms: exp * 1000 - now - 1 });
    expect(await kids()).toContain(kid);
    // The key was in use for some seconds after that token, so it may live that much longer.
    await server.advance({ minutes: 2 });
    expect(await kids()).not.toContain(kid);
    expect(await kids()).toHaveLength(1);
  });

  it('and no shorter when tokens are to live shorter from that start on', async () => {
    await startWith({ ACCESS_TOKEN_ALG: 'ES256' });
    const { access_token } = await obtainTokens(server, account, application);
    await startWith({ ACCESS_TOKEN_ALG: 'ES256', ACCESS_TOKEN_TTL: '60' });
    await startWith({ ACCESS_TOKEN_ALG: 'EdDSA', ACCESS_TOKEN_TTL: '60' });
    await server.advance({ ms: 13 * DAY });
    expect((await verify(access_token)).alg).toBe('ES256');
  });
});
