import { type JSONWebKeySet, createLocalJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose';
import { freePort } from '@consentry/test-support/server/ports';
import { TestServer, freshDir } from '@consentry/test-support/server/server';
import {
  type Account,
  type Application,
  call,
  obtainTokens,
  refresh,
  register,
  signUp,
} from '@consentry/test-support/world/world';

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;

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

  let ahead = 0;

  /** Restarts the server at its present time. */
  const startWith = async (env: Record<string, string>) => {
    if (server !== undefined) await server.stop();
    const lasting = { SESSION_TTL: '31536000', CLOCK_AHEAD: String(ahead) };
    server = await TestServer.start({ dataDir, port, env: { ...lasting, ...env } });
  };
  const advance = async (ms: number) => {
    ahead += ms;
    await server.advance({ ms });
  };
  const jwks = async () => (await call<JSONWebKeySet>('GET', `${server.url}/.well-known/jwks.json`)).body;
  const obtain = () => obtainTokens(server, account, application);
  const kids = async () => (await jwks()).keys.map(({ kid }) => kid);
  const verify = async (token: string, time = Date.now() + ahead) => {
    const options = { issuer: server.url, typ: 'at+jwt', currentDate: new Date(time) };
    return (await jwtVerify(token, createLocalJWKSet(await jwks()), options)).protectedHeader;
  };

  it('signs by the algorithm it names', async () => {
    await startWith({});
    account = await signUp(server);
    application = await register(server, account);
    expect((await verify((await obtain()).access_token)).alg).toBe('ES256');
    expect(await kids()).toHaveLength(1);
  });

  it.each(['RS256', 'EdDSA'])(
    'a change to %s announces a key a day before it signs, and keeps the old',
    async (alg) => {
      const before = await obtain();
      const known = await kids();
      await startWith({ ACCESS_TOKEN_ALG: alg });
      const [announced, ...others] = await kids();
      expect(others).toEqual(known);
      const meanwhile = await refresh(server, before.refresh_token);
      expect(decodeProtectedHeader(meanwhile.body.access_token)).toEqual(decodeProtectedHeader(before.access_token));

      await advance(DAY);
      const after = await refresh(server, meanwhile.body.refresh_token);
      expect(decodeProtectedHeader(after.body.access_token)).toMatchObject({ alg, kid: announced });
      for (const { access_token } of [before, meanwhile.body, after.body]) await verify(access_token);
    },
  );

  it('no key shows its private half', async () => {
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

  it('an algorithm that comes back signs with its key at once, as long as services know it', async () => {
    const before = await kids();
    await startWith({ ACCESS_TOKEN_ALG: 'RS256' });
    const { alg, kid } = decodeProtectedHeader((await obtain()).access_token);
    expect(alg).toBe('RS256');
    expect(before).toContain(kid);
    expect(await kids()).toEqual(before);
  });

  it('an old public key stays as long as a token it signed can live, and then goes', async () => {
    const { access_token } = await obtain();
    const { kid, alg } = decodeProtectedHeader(access_token);
    expect(alg).toBe('RS256');
    await startWith({ ACCESS_TOKEN_ALG: 'EdDSA' });
    const { exp = 0 } = decodeJwt(access_token);
    await advance(exp * 1000 - (await server.freeze()) - 1);
    expect((await verify(access_token, exp * 1000 - 1)).alg).toBe('RS256');
    // Its key may have signed others for another hour.
    await advance(62 * MINUTE);
    expect(await kids()).not.toContain(kid);
  });

  it('and no shorter when tokens are to live shorter from that start on', async () => {
    await startWith({ ACCESS_TOKEN_ALG: 'ES256' });
    await advance(DAY);
    const { access_token } = await obtain();
    expect(decodeProtectedHeader(access_token).alg).toBe('ES256');
    await startWith({ ACCESS_TOKEN_ALG: 'EdDSA', ACCESS_TOKEN_TTL: '86400' });
    for (let day = 1; day < 14; day += 1) {
      await advance(DAY);
      expect(decodeProtectedHeader((await obtain()).access_token).alg).toBe('EdDSA');
      expect((await verify(access_token)).alg).toBe('ES256');
    }
  });
});
