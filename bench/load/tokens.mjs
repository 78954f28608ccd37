import { createHash } from 'node:crypto';

/** The redirect URI; it is never called. */
export const REDIRECT_URI = 'https://client.example.com/callback';
/** One PKCE pair for all: creating it is the client's work, checking it the server's. */
export const VERIFIER = 'benchmark-verifier-benchmark-verifier-benchmark';
export const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url');

const FORM = 'Content-Type: application/x-www-form-urlencoded\r\n';
const JSON_TYPE = 'Content-Type: application/json\r\n';

export const form = (values) => new URLSearchParams(values).toString();

export const postForm = (connection, path, values, headers = '') =>
  connection.request('POST', path, headers + FORM, form(values));

export const postJson = (connection, path, value, headers = '') =>
  connection.request('POST', path, headers + JSON_TYPE, JSON.stringify(value));

/** Throws unless the answer has one of these statuses. */
export function expectStatus(answer, ...statuses) {
  if (statuses.includes(answer.status)) return answer;
  throw new Error(
    `expected ${statuses.join(' or ')}, got ${answer.status}\n${answer.head}\n\n${answer.body.slice(0, 500)}`,
  );
}

/** The code in a redirect to the client. */
export function codeIn(location) {
  const url = URL.canParse(location ?? '') ? new URL(location) : null;
  const code = url?.href.startsWith(REDIRECT_URI) ? url.searchParams.get('code') : null;
  if (!code) throw new Error(`no code in the redirect: ${location}`);
  return code;
}

/**
 * RFC 6749 §4.1.3 with client_secret_post.
 *
 * @param application its token path and form-encoded credentials.
 */
export async function exchange(connection, { tokenPath, credentials }, code) {
  const grant = `grant_type=authorization_code&code=${encodeURIComponent(code)}`;
  const body = `${grant}&redirect_uri=${encodeURIComponent(REDIRECT_URI)}&code_verifier=${VERIFIER}&${credentials}`;
  return tokensIn(await connection.request('POST', tokenPath, FORM, body));
}

/** RFC 6749 §6. */
export async function refresh(connection, { tokenPath, credentials }, token) {
  const body = `grant_type=refresh_token&refresh_token=${encodeURIComponent(token)}&${credentials}`;
  return tokensIn(await connection.request('POST', tokenPath, FORM, body));
}

/** RFC 6749 §4.4. */
export async function askOwnToken(connection, { tokenPath, credentials }) {
  const body = `grant_type=client_credentials&scope=notes%3Aread&${credentials}`;
  const answer = expectStatus(await connection.request('POST', tokenPath, FORM, body), 200);
  const { access_token: accessToken } = answer.json();
  if (!accessToken?.startsWith('ey')) throw new Error(`no JWT: ${answer.body}`);
  return { accessToken };
}

/** Throws unless the answer is 200 with both tokens. */
function tokensIn(answer) {
  expectStatus(answer, 200);
  const { access_token: accessToken, refresh_token: refreshToken } = answer.json();
  if (!accessToken || !refreshToken) throw new Error(`a token is missing: ${answer.body}`);
  return { accessToken, refreshToken };
}
