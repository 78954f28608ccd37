import { givenAccount, givenServer } from '@consentry/test-support/server/given';
import {
  type Application,
  authorizeUrl,
  call,
  decide,
  exchange,
  pkce,
  register,
  requestConsent,
} from '@consentry/test-support/world/world';

describe('the redirect URI', () => {
  const server = givenServer();
  const account = givenAccount(server);

  const ask = (application: Application, redirect_uri: string, more: Record<string, string> = {}) =>
    call('GET', authorizeUrl(server, application, { redirect_uri, ...more }), { headers: account.session });

  describe('equals a registered one byte for byte', () => {
    const registered = 'https://app.example.com/callback/path?a=b';
    let application: Application;

    beforeAll(async () => {
      application = await register(server, account, {
        redirect_uris: [registered, 'https://app.example.com/other', 'http://127.0.0.1:8080/callback'],
      });
    });

    it('each of those registered is taken', async () => {
      for (const uri of application.redirect_uris) expect((await ask(application, uri)).status).toBe(200);
    });

    const nearMisses = [
      ['a prefix', 'https://app.example.com/callback/path'],
      ['a shorter prefix', 'https://app.example.com/'],
      ['a suffix behind the query', 'https://app.example.com/callback/path?a=b&c=d'],
      ['a suffix behind the path', 'https://app.example.com/callback/path/more?a=b'],
      ['a trailing slash', 'https://app.example.com/callback/path/?a=b'],
      ['the other one with a trailing slash', 'https://app.example.com/other/'],
      ['capitals in the path', 'https://app.example.com/Callback/path?a=b'],
      ['capitals in the host', 'https://APP.example.com/callback/path?a=b'],
      ['capitals in the scheme', 'HTTPS://app.example.com/callback/path?a=b'],
      ['the default port, written out', 'https://app.example.com:443/callback/path?a=b'],
      ['another port', 'https://app.example.com:8443/callback/path?a=b'],
      ['another port on loopback', 'http://127.0.0.1:8081/callback'],
      ['no port on loopback', 'http://127.0.0.1/callback'],
      ['localhost for 127.0.0.1', 'http://localhost:8080/callback'],
      ['http for https', 'http://app.example.com/callback/path?a=b'],
      ['userinfo', 'https://user@app.example.com/callback/path?a=b'],
      ['userinfo that hides the host', 'https://app.example.com@evil.example.com/callback/path?a=b'],
      ['a subdomain', 'https://evil.app.example.com/callback/path?a=b'],
      ['a longer domain', 'https://app.example.com.evil.example/callback/path?a=b'],
      ['a dot behind the host', 'https://app.example.com./callback/path?a=b'],
      ['..', 'https://app.example.com/callback/path/../path?a=b'],
      ['.. out of it', 'https://app.example.com/callback/path/../../evil?a=b'],
      ['a dot segment', 'https://app.example.com/callback/./path?a=b'],
      ['an encoded letter', 'https://app.example.com/callback/%70ath?a=b'],
      ['an encoded slash', 'https://app.example.com/callback%2Fpath?a=b'],
      ['a doubled slash', 'https://app.example.com//callback/path?a=b'],
      ['a fragment', 'https://app.example.com/callback/path?a=b#fragment'],
      ['an empty fragment', 'https://app.example.com/callback/path?a=b#'],
      ['a backslash', 'https://app.example.com\\callback\\path?a=b'],
      ['another value in the query', 'https://app.example.com/callback/path?a=c'],
      ['an empty query', 'https://app.example.com/other?'],
      ['a blank in front', ' https://app.example.com/other'],
      ['a blank behind', 'https://app.example.com/other '],
      ['a line end behind', 'https://app.example.com/other\n'],
      ['a NUL behind', 'https://app.example.com/other\0'],
      ['a wildcard', 'https://*.example.com/other'],
      ['two of them', 'https://app.example.com/other https://app.example.com/other'],
      ['a relative one', '/other'],
      ['no scheme', '//app.example.com/other'],
      ['javascript', 'javascript:alert(1)'],
    ] as const;

    it.each(nearMisses)('%s is refused, without a redirect and without the offer of one: %s', async (_, uri) => {
      const { status, body, headers } = await ask(application, uri);
      expect([status, body.error]).toEqual([400, 'invalid_request']);
      expect(body).not.toHaveProperty('redirect_to');
      expect(headers.get('location')).toBeNull();
    });

    it("another application's is refused", async () => {
      const other = await register(server, account, { redirect_uris: ['https://other.example.com/callback'] });
      expect((await ask(other, registered)).status).toBe(400);
      expect((await ask(application, 'https://other.example.com/callback')).status).toBe(400);
    });
  });

  describe('keeps its own text', () => {
    const own: [string, string][] = [
      ['https://app.example.com/cb', 'https://app.example.com/cb?'],
      ['https://app.example.com', 'https://app.example.com?'],
      ['https://app.example.com/cb?a=b', 'https://app.example.com/cb?a=b&'],
      ['https://app.example.com/cb?', 'https://app.example.com/cb?'],
      ['https://app.example.com/cb?a=b&', 'https://app.example.com/cb?a=b&'],
      ['https://app.example.com/cb?a=b&&c', 'https://app.example.com/cb?a=b&&c&'],
      ['https://app.example.com/cb?next=%2Fa%3Fb&x=1+2%20', 'https://app.example.com/cb?next=%2Fa%3Fb&x=1+2%20&'],
      [
        'https://app.example.com/%7Euser/./a?q=é'.replace('é', '%C3%A9'),
        'https://app.example.com/%7Euser/./a?q=%C3%A9&',
      ],
      ['https://APP.example.com:443/Cb?A', 'https://APP.example.com:443/Cb?A&'],
      [`https://app.example.com/cb?it's=("ok")|{a}`, `https://app.example.com/cb?it's=("ok")|{a}&`],
    ];

    it.each(own)('%s', async (uri, start) => {
      const application = await register(server, account, { redirect_uris: [uri] });
      const { sessionID } = await requestConsent(server, account, application, { state: 'a b' });
      const { headers } = await decide(server, account, sessionID, { is_rejected: false });
      const location = headers.get('location') ?? '';
      expect(location.startsWith(`${start}code=`)).toBe(true);
      const iss = encodeURIComponent(server.url);
      expect(location.slice(start.length)).toMatch(new RegExp(`^code=[A-Za-z0-9_-]{43,}&state=a%20b&iss=${iss}$`));
    });
  });

  describe('of a public application with loopback_any_port', () => {
    const redirect_uris = [
      'http://127.0.0.1/cb?x=1',
      'http://[::1]:7000/cb',
      'http://localhost:7000/cb',
      'https://app.example.com/cb',
    ];
    const challenge = () => ({ code_challenge: pkce().challenge, code_challenge_method: 'S256' });
    let native: Application;

    beforeAll(async () => {
      native = await register(server, account, { client_type: 'public', loopback_any_port: true, redirect_uris });
    });

    it.each([
      'http://127.0.0.1:51234/cb?x=1',
      'http://127.0.0.1/cb?x=1',
      'http://127.0.0.1:65535/cb?x=1',
      'http://[::1]:51234/cb',
      'http://[::1]/cb',
      'http://localhost:51234/cb',
    ])('%s differs in the port alone and is taken', async (uri) => {
      expect((await ask(native, uri, challenge())).status).toBe(200);
    });

    it.each([
      ['the path still counts on localhost', 'http://localhost:51234/other'],
      ['a longer name', 'http://localhost.evil.example.com:51234/cb'],
      ['https has no such rule', 'https://app.example.com:8443/cb'],
      ['the path still counts', 'http://127.0.0.1:51234/other?x=1'],
      ['the query still counts', 'http://127.0.0.1:51234/cb?x=2'],
      ['the address still counts', 'http://127.0.0.2:51234/cb?x=1'],
      ['one address is not the other', 'http://[::1]:51234/cb?x=1'],
      ['the scheme still counts', 'https://127.0.0.1:51234/cb?x=1'],
      ['no such port', 'http://127.0.0.1:65536/cb?x=1'],
      ['no port', 'http://127.0.0.1:/cb?x=1'],
      ['port zero', 'http://127.0.0.1:0/cb?x=1'],
      ['a port that is a user', 'http://127.0.0.1:80@evil.example.com/cb?x=1'],
      ['a longer host', 'http://127.0.0.1.evil.example.com/cb?x=1'],
      ['a fragment', 'http://127.0.0.1:51234/cb?x=1#'],
      ['letters for a port', 'http://127.0.0.1:http/cb?x=1'],
    ])('%s: %s is refused', async (_, uri) => {
      const { status, body } = await ask(native, uri, challenge());
      expect([status, body.error]).toEqual([400, 'invalid_request']);
      expect(body).not.toHaveProperty('redirect_to');
    });

    it('the answer goes to the port that was asked for, and the exchange must name it', async () => {
      const { verifier, challenge: code_challenge } = pkce();
      const redirect_uri = 'http://127.0.0.1:51234/cb?x=1';
      const request = { redirect_uri, code_challenge, code_challenge_method: 'S256' };
      const { sessionID } = await requestConsent(server, account, native, request);
      const location = (await decide(server, account, sessionID)).headers.get('location') ?? '';
      expect(location).toMatch(/^http:\/\/127\.0\.0\.1:51234\/cb\?x=1&code=/);
      const code = new URL(location).searchParams.get('code') ?? '';
      const proof = { code_verifier: verifier, client_secret: undefined };
      const other = await exchange(server, native, code, { ...proof, redirect_uri: 'http://127.0.0.1/cb?x=1' });
      expect(other.body.error).toBe('invalid_grant');
      expect((await exchange(server, native, code, { ...proof, redirect_uri })).status).toBe(200);
    });

    it('without that setting, or for a confidential application, the port counts', async () => {
      const strict = await register(server, account, { client_type: 'public', redirect_uris });
      expect((await ask(strict, 'http://127.0.0.1:51234/cb?x=1', challenge())).status).toBe(400);
      expect((await ask(strict, 'http://127.0.0.1/cb?x=1', challenge())).status).toBe(200);
      const web = await register(server, account, { redirect_uris, loopback_any_port: true });
      expect((await ask(web, 'http://127.0.0.1:51234/cb?x=1')).status).toBe(400);
      expect((await ask(web, 'http://127.0.0.1/cb?x=1')).status).toBe(200);
    });
  });
});
