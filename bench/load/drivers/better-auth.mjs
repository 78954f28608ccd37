import { CookieJar } from '../cookie-jar.mjs';
import { CHALLENGE, REDIRECT_URI, codeIn, expectStatus, form, postJson } from '../tokens.mjs';

const BASE = '/api/auth';
const RESOURCE = 'http://localhost:3001';
/** The library issues no refresh token without this scope. */
const SCOPE = 'notes:read notes:write offline_access';

const post = (connection, path, value, jar) => {
  const origin = `Origin: http://${connection.host}\r\n`;
  return postJson(connection, `${BASE}${path}`, value, origin + (jar?.headerFor(BASE) ?? ''));
};

export async function register(connection, number) {
  const { jar } = await signIn(connection, `developer-${number}`);
  const application = {
    client_name: `Benchmark ${number}`,
    redirect_uris: [REDIRECT_URI],
    scope: SCOPE,
    grant_types: ['authorization_code', 'refresh_token', 'client_credentials'],
    token_endpoint_auth_method: 'client_secret_post',
  };
  const answer = expectStatus(await post(connection, '/oauth2/create-client', application, jar), 200, 201);
  const { client_id: clientId, client_secret: clientSecret } = answer.json();
  expectStatus(await connection.request('GET', `/own-scopes?client_id=${clientId}`, jar.headerFor(BASE)), 200);
  const credentials = form({ client_id: clientId, client_secret: clientSecret, resource: RESOURCE });
  return { clientId, credentials, tokenPath: `${BASE}/oauth2/token` };
}

export async function signIn(connection, name) {
  const jar = new CookieJar();
  const account = { email: `${name}@example.com`, password: 'benchmark password', name };
  jar.take(expectStatus(await post(connection, '/sign-up/email', account), 200));
  return { jar };
}

/** The consent page, which gets the request in a signed query, and the decision. */
export async function authorize(connection, { clientId }, { jar }) {
  const query = form({
    client_id: clientId,
    response_type: 'code',
    redirect_uri: REDIRECT_URI,
    scope: SCOPE,
    state: 'benchmark',
    code_challenge: CHALLENGE,
    code_challenge_method: 'S256',
    resource: RESOURCE,
    // Each flow requests consent, as ours does.
    prompt: 'consent',
  });
  const asked = await connection.request('GET', `${BASE}/oauth2/authorize?${query}`, jar.headerFor(BASE));
  const page = expectStatus(jar.take(asked), 302).header('location');
  if (!page.includes('/consent?')) throw new Error(`no consent page in the redirect: ${page}`);
  const decision = { accept: true, oauth_query: page.slice(page.indexOf('?') + 1) };
  const decided = expectStatus(jar.take(await post(connection, '/oauth2/consent', decision, jar)), 200).json();
  return codeIn(decided.url ?? decided.redirect_uri);
}
