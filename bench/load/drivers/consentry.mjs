import { CHALLENGE, REDIRECT_URI, codeIn, expectStatus, form, postForm, postJson } from '../tokens.mjs';

const PASSWORD = 'benchmark password';
const QUERY = form({
  response_type: 'code',
  redirect_uri: REDIRECT_URI,
  scope: 'notes:read notes:write',
  state: 'benchmark',
  code_challenge: CHALLENGE,
  code_challenge_method: 'S256',
});

/** Step 1: an account registers a confidential application. */
export async function register(connection, number) {
  const developer = await signIn(connection, `developer-${number}`);
  const application = {
    name: `Benchmark ${number}`,
    redirect_uris: [REDIRECT_URI],
    grant_types: ['authorization_code', 'refresh_token', 'client_credentials'],
    client_credentials_scopes: ['notes:read'],
  };
  const answer = expectStatus(await postJson(connection, '/api/applications', application, developer.headers), 201);
  const { client_id: clientId, client_secret: clientSecret } = answer.json();
  const credentials = form({ client_id: clientId, client_secret: clientSecret });
  return { clientId, credentials, tokenPath: '/oauth2/token' };
}

export async function signIn(connection, name) {
  const credentials = { email: `${name}@example.com`, password: PASSWORD };
  expectStatus(await postJson(connection, '/api/accounts', { ...credentials, name }), 201);
  const answer = expectStatus(await postJson(connection, '/api/session', credentials), 201);
  return { headers: `Authorization: Bearer ${answer.json().session_token}\r\n` };
}

/** Steps 2 and 3: the consent screen, and the decision. */
export async function authorize(connection, { clientId }, { headers }) {
  const path = `/oauth2/authorize?client_id=${clientId}&${QUERY}`;
  const screen = expectStatus(await connection.request('GET', path, headers), 200).json();
  const decision = { session_id: screen.sessionID, is_rejected: 'false' };
  return codeIn(
    expectStatus(await postForm(connection, '/oauth2/authorize', decision, headers), 301).header('location'),
  );
}
