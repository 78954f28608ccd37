import { CHALLENGE, REDIRECT_URI, expectStatus, form, postForm } from '../tokens.mjs';

/** The limit server has one application and no consent. */
export async function register() {
  const credentials = form({ client_id: 'benchmark', client_secret: 'benchmark-secret-benchmark-secret-benchmark' });
  return { credentials, tokenPath: '/token' };
}

export async function signIn() {
  return {};
}

/** Makes a code; never measured. */
export async function authorize(connection) {
  const values = { redirect_uri: REDIRECT_URI, code_challenge: CHALLENGE };
  return expectStatus(await postForm(connection, '/codes', values), 200).json().code;
}
