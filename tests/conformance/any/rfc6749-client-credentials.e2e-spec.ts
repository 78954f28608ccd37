import { decodeJwt } from 'jose';
import * as openid from 'openid-client';
import { registerAllowed } from '@consentry/test-support/world/allowed';
import { givenAccount, givenServer } from '@consentry/test-support/server/given';
import { PHOTOS, twoResources } from '@consentry/test-support/world/two-resources';
import { type Application, authorizeUrl, call, query, register } from '@consentry/test-support/world/world';

interface TokenAnswer {
  access_token: string;
  error?: string;
  [member: string]: unknown;
}

describe('client credentials (RFC 6749 §4.4)', () => {
  const server = givenServer({ env: twoResources() });
  const account = givenAccount(server);
  let application: Application;

  beforeAll(async () => {
    const allowed = { grantTypes: ['client_credentials'], ownScopes: ['notes:read', 'photos:read', 'openid'] };
    application = await registerAllowed(server, account, allowed, { scopes: ['notes:write'] });
  });

  const basicOf = ({ client_id, client_secret }: Application) => ({
    authorization: `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}`,
  });
  const ask = (parameters: Record<string, string> = {}, headers: Record<string, string> = basicOf(application)) =>
    call<TokenAnswer>('POST', `${server.url}/oauth2/token`, {
      headers,
      body: new URLSearchParams({ grant_type: 'client_credentials', ...parameters }),
    });
  const refused = async (answer: ReturnType<typeof ask>) => {
    const { status, body } = await answer;
    expect(body.access_token).toBeUndefined();
    return [status, body.error];
  };

  it('§4.4 the client requests an access token with its client credentials alone', async () => {
    const { status, body, headers } = await ask();
    expect(status).toBe(200);
    expect([headers.get('cache-control'), headers.get('pragma')]).toEqual(['no-store', 'no-cache']);
    expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 1_209_600, scope: 'notes:read' });
    const { iss, sub, aud, client_id, scope, fam } = decodeJwt(body.access_token);
    expect({ iss, sub, aud, client_id, scope, fam }).toEqual({
      iss: server.url,
      sub: application.client_id,
      aud: 'http://localhost:3001',
      client_id: application.client_id,
      scope: 'notes:read',
      fam: undefined,
    });
  });

  it('§4.4 the grant type is for confidential clients only', async () => {
    const allowed = { grantTypes: ['client_credentials'], ownScopes: ['notes:read'] };
    const mobile = await registerAllowed(server, account, allowed, { client_type: 'public' });
    expect(await refused(ask({ client_id: mobile.client_id }, {}))).toEqual([400, 'unauthorized_client']);
  });

  it('§4.4.2 the client must authenticate', async () => {
    const { client_id, client_secret } = application;
    expect(await refused(ask({}, {}))).toEqual([400, 'invalid_request']);
    expect(await refused(ask({ client_id }, {}))).toEqual([401, 'invalid_client']);
    expect(await refused(ask({ client_id, client_secret: 'wrong' }, {}))).toEqual([401, 'invalid_client']);
    expect((await ask({ client_id, client_secret }, {})).status).toBe(200);
  });

  it('§4.4.2 parameters come in a form body: the GET does not know the grant type', async () => {
    const { client_id, client_secret } = application;
    const parameters = query({ grant_type: 'client_credentials', client_id, client_secret });
    const { status, body } = await call<TokenAnswer>('GET', `${server.url}/oauth2/access_token?${parameters}`);
    expect([status, body.error]).toEqual([400, 'unsupported_grant_type']);
    expect(body['error_description']).toBe('grant_type must be authorization_code or refresh_token');
  });

  it('§4.4.3 a refresh token is not included', async () => {
    expect((await ask()).body).not.toHaveProperty('refresh_token');
  });

  it('§5.2 a client that is not allowed the grant type is unauthorized_client', async () => {
    const other = await register(server, account);
    expect(await refused(ask({}, basicOf(other)))).toEqual([400, 'unauthorized_client']);
    for (const grant_type of ['authorization_code', 'refresh_token'])
      expect(await refused(ask({ grant_type }, basicOf(application)))).toEqual([400, 'unauthorized_client']);
  });

  it.each([
    ['one that accounts may consent to and that is not its own', { scope: 'notes:write' }],
    ['one beyond its own', { scope: 'notes:read notes:write' }],
    ['an unknown one', { scope: 'burn' }],
    ['of two resources', { scope: 'notes:read photos:read' }],
    ['an identity scope, which tells of an account', { scope: 'openid' }],
  ])('§3.3, §5.2 a scope that it may not have is invalid_scope: %s', async (_, parameters) => {
    expect(await refused(ask(parameters))).toEqual([400, 'invalid_scope']);
  });

  it('§3.3 an application without scopes of its own gets none', async () => {
    const bare = await registerAllowed(server, account, { grantTypes: ['client_credentials'] });
    expect(await refused(ask({}, basicOf(bare)))).toEqual([400, 'invalid_scope']);
    expect(await refused(ask({ scope: 'notes:read' }, basicOf(bare)))).toEqual([400, 'invalid_scope']);
  });

  it('§3.3 its own scopes are none that accounts can be asked for', async () => {
    const allowed = { grantTypes: ['client_credentials', 'authorization_code'], ownScopes: ['photos:read'] };
    const both = await registerAllowed(server, account, allowed, { scopes: ['notes:read'] });
    const answer = await call('GET', authorizeUrl(server, both, { scope: 'photos:read' }), {
      headers: account.session,
    });
    expect([answer.status, answer.body['error']]).toEqual([400, 'invalid_scope']);
    expect((await ask({ scope: 'photos:read' }, basicOf(both))).body['scope']).toBe('photos:read');
  });

  it('RFC 9396 §5 authorization details are refused, not left out', async () => {
    const authorization_details = JSON.stringify([{ type: 'payment' }]);
    expect(await refused(ask({ authorization_details }))).toEqual([400, 'invalid_authorization_details']);
  });

  it('RFC 8707 §2 resource picks the audience; there is one', async () => {
    const { body } = await ask({ resource: PHOTOS });
    expect([decodeJwt(body.access_token).aud, body['scope']]).toEqual([PHOTOS, 'photos:read']);
    expect(await refused(ask({ resource: 'https://other.example.com' }))).toEqual([400, 'invalid_target']);
    expect(await refused(ask({ resource: PHOTOS, scope: 'notes:read' }))).toEqual([400, 'invalid_scope']);
  });

  it('an application that is disabled gets no more', async () => {
    const allowed = { grantTypes: ['client_credentials'], ownScopes: ['notes:read'] };
    const gone = await registerAllowed(server, account, allowed);
    expect((await ask({}, basicOf(gone))).status).toBe(200);
    const url = `${server.url}/api/applications/${gone.client_id}`;
    await call('PATCH', url, { headers: account.session, body: { enabled: false } });
    expect(await refused(ask({}, basicOf(gone)))).toEqual([401, 'invalid_client']);
  });

  it('openid-client asks by nothing but the issuer', async () => {
    const { client_id, client_secret } = application;
    const options = { algorithm: 'oauth2' as const, execute: [openid.allowInsecureRequests] };
    const config = await openid.discovery(new URL(server.url), client_id, client_secret, undefined, options);
    expect(config.serverMetadata().grant_types_supported).toContain('client_credentials');
    const tokens = await openid.clientCredentialsGrant(config, { scope: 'photos:read', resource: PHOTOS });
    expect([tokens.scope, tokens.refresh_token]).toEqual(['photos:read', undefined]);
  });
});
