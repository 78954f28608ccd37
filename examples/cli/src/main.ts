import * as client from 'openid-client';
import { TokenFile, type Tokens } from './token-file.js';

const { AUTH_URL = 'http://localhost:3000', NOTES_URL = 'http://localhost:3001', CLIENT_ID = '' } = process.env;
const { TOKEN_FILE = `${process.env['HOME']}/.consentry-example/tokens.json` } = process.env;
const SCOPE = 'notes:read';

const file = new TokenFile(TOKEN_FILE);

async function findIssuer(): Promise<client.Configuration> {
  if (CLIENT_ID === '') throw new Error('CLIENT_ID is not set: register a public application for the device flow');
  const url = new URL(AUTH_URL);
  const execute = url.hostname === 'localhost' ? [client.allowInsecureRequests] : [];
  return client.discovery(url, CLIENT_ID, undefined, client.None(), { algorithm: 'oauth2', execute });
}

const kept = (answer: client.TokenEndpointResponse & client.TokenEndpointResponseHelpers): Tokens => ({
  accessToken: answer.access_token,
  refreshToken: answer.refresh_token,
  expiresAt: Date.now() + (answer.expiresIn() ?? 0) * 1000,
});

/** Shows a code, and waits until the person has decided in a browser (RFC 8628). */
async function signIn(issuer: client.Configuration): Promise<Tokens> {
  const device = await client.initiateDeviceAuthorization(issuer, { scope: SCOPE });
  console.log(`Open ${device.verification_uri} and enter ${device.user_code}`);
  return kept(await client.pollDeviceAuthorizationGrant(issuer, device));
}

/** The stored tokens, refreshed where they expire within ten seconds; without any, the person signs in. */
const tokens = (issuer: client.Configuration): Promise<Tokens> =>
  file.change(async (stored) => {
    if (stored === undefined) return signIn(issuer);
    if (stored.expiresAt > Date.now() + 10_000) return stored;
    if (stored.refreshToken === undefined) return signIn(issuer);
    try {
      return kept(await client.refreshTokenGrant(issuer, stored.refreshToken));
    } catch (error) {
      // The person took the access back, or it ended: only they can give it again.
      if (error instanceof client.ResponseBodyError && error.error === 'invalid_grant') return signIn(issuer);
      throw error;
    }
  });

async function listNotes(): Promise<void> {
  const { accessToken } = await tokens(await findIssuer());
  const answer = await fetch(`${NOTES_URL}/notes`, { headers: { authorization: `Bearer ${accessToken}` } });
  if (!answer.ok) throw new Error(`${NOTES_URL}/notes answered ${answer.status}: ${await answer.text()}`);
  console.log(await answer.text());
}

async function signOut(): Promise<void> {
  const stored = await file.read();
  if (stored?.refreshToken) await client.tokenRevocation(await findIssuer(), stored.refreshToken);
  await file.remove();
  console.log('Signed out');
}

/** What the auth server says of its refusal, else what failed. */
const messageOf = (error: unknown): string =>
  error instanceof client.ResponseBodyError ? `${error.error}: ${error.error_description}` : String(error);

try {
  const [command = 'list'] = process.argv.slice(2);
  if (command === 'list') await listNotes();
  else if (command === 'sign-out') await signOut();
  else throw new Error(`there is no command "${command}": list or sign-out`);
} catch (error) {
  console.error(messageOf(error));
  process.exitCode = 1;
}
