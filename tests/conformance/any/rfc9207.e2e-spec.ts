import { givenAccount, givenApplication, givenServer } from '@consentry/test-support/server/given';
import { authorizeUrl, call, decide, register, requestConsent } from '@consentry/test-support/world/world';

describe('RFC 9207: the issuer in every authorization response', () => {
  const server = givenServer();
  const account = givenAccount(server);
  const application = givenApplication(server, account);

  const issuerIn = (location: string | null) => new URL(location ?? 'none:').searchParams.getAll('iss');
  const ask = (override: Record<string, string | undefined>, headers = account.session) =>
    call('GET', authorizeUrl(server, application, override), { headers });

  it.each([false, true])('§2 in the response to a decision: is_rejected %s', async (is_rejected) => {
    const { sessionID } = await requestConsent(server, account, application);
    const { headers } = await decide(server, account, sessionID, { is_rejected });
    expect(issuerIn(headers.get('location'))).toEqual([server.url]);
    const again = await decide(server, account, sessionID, { is_rejected });
    expect(issuerIn(again.headers.get('location'))).toEqual([server.url]);
  });

  it.each([
    ['the response type', { response_type: 'token' }],
    ['the scope', { scope: 'unknown' }],
    ['the state', { state: undefined }],
    ['PKCE', { code_challenge: 'short', code_challenge_method: 'S256' }],
    ['the response mode', { response_mode: 'web_message' }],
    ['the resource', { resource: 'https://unknown.example.com' }],
    ['authorization details', { authorization_details: '[]' }],
    ['the prompt', { prompt: 'unknown' }],
  ])('§2 in the error redirect, where %s is refused', async (_, override) => {
    const { status, body } = await ask(override);
    expect([status, issuerIn(body.redirect_to as string)]).toEqual([400, [server.url]]);
  });

  it('§2 in what prompt=none answers, to the account and to a stranger', async () => {
    const stranger = await register(server, account);
    const url = authorizeUrl(server, stranger, { prompt: 'none' });
    const refused = await call('GET', url, { headers: account.session });
    expect(issuerIn(refused.headers.get('location'))).toEqual([server.url]);
    const unknown = await call('GET', url);
    expect(issuerIn(unknown.body.redirect_to as string)).toEqual([server.url]);
  });

  it('§2 a client cannot have another one appended', async () => {
    const { sessionID } = await requestConsent(server, account, application, {
      state: '&iss=https://evil.example.com',
    });
    const { headers } = await decide(server, account, sessionID);
    expect(issuerIn(headers.get('location'))).toEqual([server.url]);
    const body = { name: 'x', redirect_uris: ['https://app.example.com/?iss=https://evil.example.com'] };
    const registered = await call('POST', `${server.url}/api/applications`, { headers: account.session, body });
    expect(registered.status).toBe(400);
  });

  it('§2 it is the issuer of the metadata, §3 which says that it comes', async () => {
    const { body } = await call('GET', `${server.url}/.well-known/oauth-authorization-server`);
    expect(body).toMatchObject({ issuer: server.url, authorization_response_iss_parameter_supported: true });
  });
});
