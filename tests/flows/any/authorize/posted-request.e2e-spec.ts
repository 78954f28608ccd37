import { givenAccount, givenApplication, givenServer } from '@consentry/test-support/server/given';
import { CALLBACK, authorizeUrl, call } from '@consentry/test-support/world/world';

/** A page of the application posts the request (OpenID Connect Core §3.1.2.1). */
describe('POST /oauth2/authorize with an authorization request', () => {
  const server = givenServer();
  const account = givenAccount(server);
  const application = givenApplication(server, account);

  const post = (fields: Record<string, string>, origin = 'https://app.example.com') =>
    call('POST', `${server.url}/oauth2/authorize`, { headers: { origin }, body: new URLSearchParams(fields) });
  const request = () => ({
    client_id: application.client_id,
    redirect_uri: CALLBACK,
    response_type: 'code',
    scope: 'notes:read notes:write',
    state: 'a-state',
  });

  it('leads to the same GET, whoever asks', async () => {
    const { status, headers } = await post({ ...request(), client_secret: application.client_secret });
    const location = headers.get('location') ?? '';
    expect([status, location]).toEqual([303, authorizeUrl(server, application)]);
    expect((await call('GET', location, { headers: account.session })).status).toBe(200);
  });

  it('is refused where it is malformed, or too long for a URL', async () => {
    const twice = `${new URLSearchParams(request()).toString()}&state=a-state`;
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const malformed = await call('POST', `${server.url}/oauth2/authorize`, { headers, body: twice });
    expect([malformed.status, malformed.body['error']]).toEqual([400, 'invalid_request']);
    const long = 'é'.repeat(1024);
    const { status, body } = await post({ ...request(), state: long, nonce: long, login_hint: long, scope: long });
    expect([status, body['error']]).toEqual([413, 'invalid_request']);
  });

  it('a decision from there is refused as ever', async () => {
    const decisions = [{ ...request(), session_id: 'a', is_rejected: 'false' }, { is_rejected: 'false' }];
    for (const decision of decisions) expect((await post(decision)).status).toBe(403);
    const own = await post(decisions[0] as Record<string, string>, server.url);
    expect([own.status, own.body['error']]).toEqual([401, 'login_required']);
  });
});
