/** @once */
import { givenAccount, givenServer } from '../support/given';
import { type Application, authorizeUrl, call, exchange, obtainCode, pkce, register } from '../support/world';

const LOOPBACK = 'http://127.0.0.1/callback';

describe('native applications (RFC 8252)', () => {
  const server = givenServer();
  const account = givenAccount(server);
  let native: Application;

  beforeAll(async () => {
    const redirect_uris = [LOOPBACK, 'http://[::1]/callback', 'com.example.app:/callback'];
    native = await register(server, account, { client_type: 'public', loopback_any_port: true, redirect_uris });
  });

  const ask = (redirect_uri: string, more: Record<string, string> = {}) => {
    const proof = { code_challenge: pkce().challenge, code_challenge_method: 'S256' };
    const url = authorizeUrl(server, native, { redirect_uri, ...proof, ...more });
    return call('GET', url, { headers: account.session });
  };

  it.each(['http://127.0.0.1:49152/callback', 'http://[::1]:1/callback', LOOPBACK])(
    '§7.3 any port is taken on a loopback address: %s',
    async (uri) => expect((await ask(uri)).body).toMatchObject({ redirect_uri: uri, redirect_is_loopback: true }),
  );

  it.each(['http://localhost:49152/callback', 'http://127.0.0.1:49152/other', 'http://127.0.0.2:49152/callback'])(
    '§7.3 nothing but the port may differ: %s',
    async (uri) => expect((await ask(uri)).body).toMatchObject({ error: 'invalid_request' }),
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

  it('§7.1 a private-use scheme is taken exactly as registered', async () => {
    expect((await ask('com.example.app:/callback')).status).toBe(200);
    expect((await ask('com.example.app:/callback2')).status).toBe(400);
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
    for (const uri of [LOOPBACK, 'com.example.app:/callback']) {
      const { status, headers } = await ask(uri, { prompt: 'none' });
      expect([status, headers.get('location')]).toEqual([302, expect.stringContaining('error=consent_required')]);
    }
  });
});
