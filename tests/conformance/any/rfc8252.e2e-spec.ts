import { givenAccount, givenServer } from '@consentry/test-support/server/given';
import {
  type Application,
  authorizeUrl,
  call,
  exchange,
  obtainCode,
  pkce,
  register,
} from '@consentry/test-support/world/world';

const LOOPBACK = 'http://127.0.0.1/callback';
const PRIVATE_USE = ['com.example.app:/callback', 'cursor://claude.ai/callback'];

describe('native applications (RFC 8252)', () => {
  const server = givenServer({ env: { PRIVATE_USE_SCHEMES: 'cursor' } });
  const account = givenAccount(server);
  let native: Application;

  beforeAll(async () => {
    const redirect_uris = [LOOPBACK, 'http://[::1]/callback', 'http://localhost/callback', ...PRIVATE_USE];
    native = await register(server, account, { client_type: 'public', loopback_any_port: true, redirect_uris });
  });

  const ask = (redirect_uri: string, more: Record<string, string> = {}) => {
    const proof = { code_challenge: pkce().challenge, code_challenge_method: 'S256' };
    const url = authorizeUrl(server, native, { redirect_uri, ...proof, ...more });
    return call('GET', url, { headers: account.session });
  };

  it.each(['http://127.0.0.1:49152/callback', 'http://[::1]:1/callback', 'http://localhost:49152/callback', LOOPBACK])(
    '§7.3 any port is taken on a loopback address: %s',
    async (uri) => expect((await ask(uri)).body).toMatchObject({ redirect_uri: uri, redirect_is_loopback: true }),
  );

  it.each([
    'http://localhost:49152/other',
    'https://localhost:49152/callback',
    'http://localhost@evil.example.com/callback',
    'http://127.0.0.1:49152/other',
    'http://127.0.0.2:49152/callback',
  ])('§7.3 nothing but the port may differ: %s', async (uri) =>
    expect((await ask(uri)).body).toMatchObject({ error: 'invalid_request' }),
  );

  it('§7.3 the code is exchanged with the port that it was asked for with', async () => {
    const redirect_uri = 'http://127.0.0.1:49152/callback';
    const { verifier, challenge } = pkce();
    const request = { redirect_uri, code_challenge: challenge, code_challenge_method: 'S256' };
    const code = await obtainCode(server, account, native, request);
    const proof = { client_secret: undefined, code_verifier: verifier };
    const other = await exchange(server, native, code, { ...proof, redirect_uri: LOOPBACK });
    expect([other.status, other.body.error]).toEqual([400, 'invalid_grant']);
    expect((await exchange(server, native, code, { ...proof, redirect_uri })).status).toBe(200);
  });

  it.each(PRIVATE_USE)('§7.1 a private-use scheme is taken exactly as registered: %s', async (uri) => {
    const { status, body } = await ask(uri);
    // The host is the client's own text.
    const shown = { redirect_uri: uri, redirect_host: new URL(uri).protocol, redirect_is_loopback: false };
    expect({ status, body }).toMatchObject({ status: 200, body: shown });
    expect((await ask(`${uri}2`)).status).toBe(400);
  });

  it('§7.1 a scheme without a dot is one that the operator lists, and of public applications alone', async () => {
    const fields = { name: 'Native', client_type: 'public', redirect_uris: ['cursors://app/callback'] };
    const create = (body: object) => call('POST', `${server.url}/api/applications`, { headers: account.session, body });
    const problem = { field: 'redirect_uris[0]', detail: expect.stringContaining('PRIVATE_USE_SCHEMES') as string };
    expect((await create(fields)).body).toMatchObject({ status: 400, errors: [problem] });
    const confidential = { ...fields, client_type: 'confidential', redirect_uris: [PRIVATE_USE[1]] };
    expect((await create(confidential)).body).toMatchObject({ status: 400, errors: [{ field: 'redirect_uris[0]' }] });
  });

  it('§8.1 PKCE is required', async () => {
    const { status, body } = await call('GET', authorizeUrl(server, native), { headers: account.session });
    expect([status, body.error]).toEqual([400, 'invalid_request']);
  });

  it('§8.6 nobody is answered without consent, as the client could be anybody', async () => {
    const { verifier, challenge } = pkce();
    const request = { code_challenge: challenge, code_challenge_method: 'S256', redirect_uri: LOOPBACK };
    const code = await obtainCode(server, account, native, request);
    const proof = { client_secret: undefined, code_verifier: verifier, redirect_uri: LOOPBACK };
    expect((await exchange(server, native, code, proof)).status).toBe(200);
    for (const uri of [LOOPBACK, ...PRIVATE_USE]) {
      const { status, headers } = await ask(uri, { prompt: 'none' });
      expect([status, headers.get('location')]).toEqual([302, expect.stringContaining('error=consent_required')]);
    }
  });
});
