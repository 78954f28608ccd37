import { generateKeyPairSync } from 'node:crypto';
import { SILENT_FIELDS } from '../../support/application-fields';
import { givenAccount, givenServer } from '@consentry/test-support/server/given';
import { expectProblem } from '@consentry/test-support/world/problem';
import { storedRows } from '@consentry/test-support/server/stored';
import { type Application, type Answer, CALLBACK, call, register } from '@consentry/test-support/world/world';

const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const jwks = { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'ES256' }] };

/** Fields of the standards beyond the code flow. */
const FIELDS = {
  application_type: 'native',
  require_pkce: true,
  require_pushed_authorization_requests: true,
  require_signed_request_object: true,
  dpop_bound_access_tokens: true,
  grant_types: ['authorization_code', 'refresh_token', 'client_credentials'],
  client_credentials_scopes: ['notes:read'],
  token_endpoint_auth_method: 'private_key_jwt',
  jwks,
  jwks_uri: null,
  id_token_signed_response_alg: 'ES256',
  post_logout_redirect_uris: ['https://app.example.com/bye', 'https://app.example.com/farewell'],
  backchannel_logout_uri: 'https://app.example.com/logout',
  backchannel_logout_session_required: true,
  authorization_details_types: ['payment'],
  tos_uri: 'https://app.example.com/tos',
  policy_uri: 'https://app.example.com/policy',
  contacts: ['ops@example.com', 'Ada Lovelace'],
};

describe("an application's fields for the standards beyond the code flow", () => {
  const server = givenServer();
  const developer = givenAccount(server);

  const send = (body: object) =>
    call('POST', `${server.url}/api/applications`, {
      headers: developer.session,
      body: { name: 'App', redirect_uris: [CALLBACK], ...body },
    });
  const at = ({ client_id }: Pick<Application, 'client_id'>) => `${server.url}/api/applications/${client_id}`;
  const show = async (application: Application) =>
    (await call('GET', at(application), { headers: developer.session })).body;
  const patch = (application: Application, body: object) =>
    call('PATCH', at(application), { headers: developer.session, body });
  const detailOf = ({ body }: Answer) => (body['errors'] as { detail: string }[])[0]?.detail;

  it('have defaults', async () => {
    const made = await register(server, developer);
    expect(made).toMatchObject(SILENT_FIELDS);
    expect(await show(made)).toMatchObject(SILENT_FIELDS);
  });

  it('are kept at registration; who proves itself by a key has no secret', async () => {
    const made = await register(server, developer, FIELDS);
    expect(made).toMatchObject({ ...FIELDS, secrets: [] });
    expect(made).not.toHaveProperty('client_secret');
    expect(await show(made)).toMatchObject(FIELDS);
  });

  it('are kept by a change, and null takes back what may be silent', async () => {
    const made = await register(server, developer);
    expect((await patch(made, FIELDS)).body).toMatchObject(FIELDS);
    expect(await show(made)).toMatchObject(FIELDS);
    const back = Object.fromEntries(Object.entries(SILENT_FIELDS).filter(([, value]) => value === null));
    expect((await patch(made, { ...back, grant_types: null })).status).toBe(200);
    expect(await show(made)).toMatchObject({ ...back, grant_types: SILENT_FIELDS.grant_types, require_pkce: true });
  });

  it('of native public applications let any loopback port pass, unless they say otherwise', async () => {
    const native = { client_type: 'public', application_type: 'native' };
    expect(await register(server, developer, native)).toMatchObject({ loopback_any_port: true });
    const strict = await register(server, developer, { ...native, loopback_any_port: false });
    expect(strict).toMatchObject({ loopback_any_port: false });
    expect(await register(server, developer, { client_type: 'public' })).toMatchObject({ loopback_any_port: false });
    const secret = await register(server, developer, { application_type: 'native' });
    expect(secret).toMatchObject({ loopback_any_port: false });
  });

  it('may name identity scopes beside those of resources', async () => {
    const scopes = ['openid', 'profile', 'email', 'offline_access', 'notes:read'];
    expect(await register(server, developer, { scopes })).toMatchObject({ scopes });
  });

  it.each<[object, string, RegExp]>([
    [{ application_type: 'mobile' }, 'application_type', /one of/],
    [{ application_type: null }, 'application_type', /one of/],
    [{ require_pkce: 'yes' }, 'require_pkce', /boolean/],
    [{ require_pkce: null }, 'require_pkce', /boolean/],
    [{ grant_types: 'authorization_code' }, 'grant_types', /array/],
    [{ grant_types: [] }, 'grant_types', /at least one/],
    [{ grant_types: ['implicit'] }, 'grant_types[0]', /is unknown; it must be one of/],
    [
      { grant_types: ['authorization_code'] },
      'grant_types',
      /must include refresh_token if it includes authorization_code/,
    ],
    [{ client_credentials_scopes: ['email'] }, 'client_credentials_scopes[0]', /is unknown/],
    [{ token_endpoint_auth_method: 'private_key_jwt' }, 'token_endpoint_auth_method', /jwks or jwks_uri/],
    [{ token_endpoint_auth_method: 'none' }, 'token_endpoint_auth_method', /only for a public application/],
    [{ token_endpoint_auth_method: 7 }, 'token_endpoint_auth_method', /string/],
    [{ jwks: [] }, 'jwks', /object/],
    [{ jwks: 'keys' }, 'jwks', /object/],
    [{ jwks: { keys: [privateKey.export({ format: 'jwk' })] } }, 'jwks', /private or symmetric/],
    [{ jwks, jwks_uri: 'https://app.example.com/jwks' }, 'jwks_uri', /must not be sent together with jwks/],
    [{ jwks_uri: 'http://app.example.com/jwks' }, 'jwks_uri', /https/],
    [{ id_token_signed_response_alg: 'HS256' }, 'id_token_signed_response_alg', /must be one of RS256, ES256/],
    [{ post_logout_redirect_uris: ['http://app.example.com'] }, 'post_logout_redirect_uris[0]', /https/],
    [{ backchannel_logout_uri: 'ftp://app.example.com' }, 'backchannel_logout_uri', /https/],
    [{ authorization_details_types: ['two words'] }, 'authorization_details_types[0]', /spaces/],
    [{ tos_uri: 'javascript:alert(1)' }, 'tos_uri', /https URL/],
    [{ contacts: ['a\u202eb'] }, 'contacts', /text-direction/],
    [{ contacts: [''.padEnd(255, 'x')] }, 'contacts', /254/],
  ])('are refused: %j', async (fields, field, detail) => {
    const refused = await send(fields);
    expectProblem(refused, 400, field);
    expect(detailOf(refused)).toMatch(detail);
    const changed = await patch(await register(server, developer), fields);
    expectProblem(changed, 400, field);
    expect(detailOf(changed)).toMatch(detail);
  });

  it('of a key are stored where they are named, and no others: a set may hold more than was meant for us', async () => {
    const [key] = jwks.keys;
    const named = { ...key, kid: 'one', use: 'sig', key_ops: ['verify'] };
    const sent = { keys: [{ ...named, passphrase: 'of-the-private-key' }], private_keys: ['also-here'] };
    const application = await register(server, developer, { jwks: sent });
    expect(application).toMatchObject({ jwks: { keys: [named] } });
    const query = `SELECT jwks FROM clients WHERE client_id = '${application.client_id}'`;
    const [stored] = await storedRows<{ jwks: string }>(server, query);
    expect(JSON.parse(stored!.jwks)).toEqual({ keys: [named] });
  });

  it('that prove something are not for public applications', async () => {
    const isPublic = { client_type: 'public' };
    const methods = await send({ ...isPublic, token_endpoint_auth_method: 'client_secret_basic' });
    expectProblem(methods, 400, 'token_endpoint_auth_method');
    expectProblem(await send({ ...isPublic, grant_types: ['client_credentials'] }), 400, 'grant_types');
    expect((await send({ ...isPublic, token_endpoint_auth_method: 'none' })).status).toBe(201);
  });

  it('must go together with those that stay', async () => {
    const keyed = await register(server, developer, { token_endpoint_auth_method: 'private_key_jwt', jwks });
    expectProblem(await patch(keyed, { jwks: null }), 400, 'token_endpoint_auth_method');
    expectProblem(await patch(keyed, { jwks_uri: 'https://app.example.com/jwks' }), 400, 'jwks_uri');
    const moved = { jwks: null, jwks_uri: 'https://app.example.com/jwks' };
    expect((await patch(keyed, moved)).body).toMatchObject(moved);
  });

  it('are given a secret when they come to need one', async () => {
    const keyed = await register(server, developer, { token_endpoint_auth_method: 'private_key_jwt', jwks });
    await patch(keyed, { token_endpoint_auth_method: 'client_secret_basic' });
    const added = await call('POST', `${at(keyed)}/secrets`, { headers: developer.session });
    expect(added.body['client_secret']).toMatch(/^csy_secret_/);
  });
});
