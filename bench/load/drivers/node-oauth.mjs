import { CHALLENGE, REDIRECT_URI, codeIn, expectStatus, form, postForm } from '../tokens.mjs';

const REQUEST = {
  client_id: 'benchmark',
  response_type: 'code',
  redirect_uri: REDIRECT_URI,
  scope: 'notes:read notes:write',
  state: 'benchmark',
  code_challenge: CHALLENGE,
  code_challenge_method: 'S256',
};
const SCREEN = `/authorize?${form(REQUEST)}`;
const DECISION = { ...REQUEST, allowed: 'true' };

export async function register() {
  const credentials = form({ client_id: 'benchmark', client_secret: 'benchmark-secret-benchmark-secret-benchmark' });
  return { credentials, tokenPath: '/token' };
}

export async function signIn(connection, account) {
  const { session } = expectStatus(await postForm(connection, '/sessions', { account }), 200).json();
  return { headers: `Authorization: Bearer ${session}\r\n` };
}

/** Reads the screen and sends the request again with the decision: the library keeps nothing in between. */
export async function authorize(connection, application, { headers }) {
  expectStatus(await connection.request('GET', SCREEN, headers), 200);
  return codeIn(expectStatus(await postForm(connection, '/authorize', DECISION, headers), 302).header('location'));
}
