import { CookieJar } from '../cookie-jar.mjs';
import { CHALLENGE, REDIRECT_URI, codeIn, expectStatus, form, postForm } from '../tokens.mjs';

const AUTHORIZE = `/auth?${form({
  client_id: 'benchmark',
  response_type: 'code',
  redirect_uri: REDIRECT_URI,
  scope: 'notes:read notes:write',
  state: 'benchmark',
  code_challenge: CHALLENGE,
  code_challenge_method: 'S256',
  // Each flow requests consent, as ours does.
  prompt: 'consent',
})}`;

/** The application is in the server's configuration. */
export async function register() {
  const credentials = form({ client_id: 'benchmark', client_secret: 'benchmark-secret-benchmark-secret-benchmark' });
  return { credentials, tokenPath: '/token' };
}

/** A first authorization includes the sign-in; then a cookie has the session. */
export async function signIn(connection, name) {
  const jar = new CookieJar();
  const interaction = await go(connection, jar, AUTHORIZE);
  const resumed = await post(connection, jar, `${interaction}/login`, { account: name });
  await confirm(connection, jar, await go(connection, jar, resumed));
  return { jar };
}

/** The consent screen, and the decision. */
export async function authorize(connection, application, { jar }) {
  return confirm(connection, jar, await go(connection, jar, AUTHORIZE));
}

async function confirm(connection, jar, interaction) {
  expectStatus(await connection.request('GET', interaction, jar.headerFor(interaction)), 200);
  const resumed = await post(connection, jar, `${interaction}/confirm`, {});
  return codeIn(await go(connection, jar, resumed));
}

const go = async (connection, jar, path) => follow(jar, await connection.request('GET', path, jar.headerFor(path)));

const post = async (connection, jar, path, values) =>
  follow(jar, await postForm(connection, path, values, jar.headerFor(path)));

/** @returns the target of a redirect; a path if that is the server itself. */
function follow(jar, answer) {
  const location = expectStatus(jar.take(answer), 302, 303).header('location');
  return location.startsWith(REDIRECT_URI) ? location : location.replace(/^http:\/\/127\.0\.0\.1:\d+/, '');
}
