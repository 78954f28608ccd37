import { givenAccount, givenApplication, givenServer } from '@consentry/test-support/server/given';
import { type Answer, authorizeUrl, call, exchange, obtainCode, refresh } from '@consentry/test-support/world/world';

interface Line {
  msg: string;
  requestId: string;
}

describe("the log's line of a request", () => {
  const server = givenServer();
  const account = givenAccount(server);
  const application = givenApplication(server, account);
  const other = givenApplication(server, account);

  async function lineOf({ headers }: Answer<unknown>) {
    const requestId = headers.get('x-request-id')!;
    await server.logged(requestId);
    const lines = server.output
      .split('\n')
      .filter((line) => line.includes(requestId) && line.endsWith('}'))
      .map((line) => JSON.parse(line) as Line);
    return lines.find(({ msg }) => msg === 'request');
  }
  const post = (path: string, body: Record<string, string>) => {
    const { client_id, client_secret } = application;
    return call('POST', server.url + path, {
      body: new URLSearchParams({ client_id, client_secret: client_secret, ...body }),
    });
  };

  it('names the client and the grant type of a token call, and the code of its error', async () => {
    const { client_id: client } = application;
    const exchanged = await exchange(server, application, await obtainCode(server, account, application));
    expect(await lineOf(exchanged)).toMatchObject({ status: 200, client, grantType: 'authorization_code' });
    // The refresh names no client: its token does.
    const refreshed = await refresh(server, exchanged.body.refresh_token);
    expect(await lineOf(refreshed)).toMatchObject({ status: 200, client, grantType: 'refresh_token' });
    const wrong = await exchange(server, application, 'no-code');
    expect(await lineOf(wrong)).toMatchObject({ status: 400, client, grantType: 'authorization_code' });
    expect(await lineOf(wrong)).toHaveProperty('error', wrong.body['error']);
    const secretless = await post('/oauth2/token', { grant_type: 'client_credentials', client_secret: 'wrong' });
    expect(await lineOf(secretless)).toMatchObject({ status: 401, client, error: 'invalid_client' });
  });

  it.each(['introspect', 'revoke', 'par', 'device_authorization'])('names the client at /oauth2/%s', async (what) => {
    const answer = await post(`/oauth2/${what}`, { token: 'x', redirect_uri: 'https://wrong.example' });
    expect(await lineOf(answer)).toMatchObject({ client: application.client_id });
  });

  it('names the client at /oauth2/authorize, and the error that it is sent with', async () => {
    const { client_id: client } = other;
    const ask = (prompt?: string) => call('GET', authorizeUrl(server, other, { prompt }), { headers: account.session });
    expect(await lineOf(await ask())).toMatchObject({ status: 200, client });
    const silent = await ask('none');
    expect(await lineOf(silent)).toMatchObject({ status: 302, client, error: 'consent_required' });
  });

  it('has nothing that was sent in the place of a name', async () => {
    const unknown = await post('/oauth2/token', { grant_type: 'a-secret', client_id: 'a-secret' });
    const line = await lineOf(unknown);
    expect(line).toHaveProperty('error', 'unsupported_grant_type');
    expect(JSON.stringify(line)).not.toContain('a-secret');
    const nobody = await post('/oauth2/token', { grant_type: 'client_credentials', client_id: 'a-secret' });
    expect(JSON.stringify(await lineOf(nobody))).not.toContain('a-secret');
    expect(await lineOf(nobody)).toMatchObject({ error: 'invalid_client', grantType: 'client_credentials' });
  });
});
