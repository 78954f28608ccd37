import { literal } from './quoting';
import { listenerOf } from './listener';

interface SignInProgram {
  /** The line that declares `CLIENT_ID`, `CALL` and, for an application that has one, `CLIENT_SECRET`. */
  values: string;
  issuer: string;
  redirectUri: string;
  scope: string;
  /** Whether the application has no secret. */
  isPublic?: boolean;
}

/** The option that lets openid-client call an issuer on loopback. */
export const insecureOption = (issuer: string) =>
  issuer.startsWith('http:') ? '\n  execute: [client.allowInsecureRequests],' : '';

/** A program of openid-client that signs one user in and makes a call. */
export function signInProgram({ values, issuer, redirectUri, scope, isPublic = false }: SignInProgram): string {
  const { pathname } = new URL(redirectUri);
  const { host, port } = listenerOf(redirectUri);
  return `import * as client from 'openid-client';
import { createServer } from 'node:http';

${values}
const config = await client.discovery(new URL(${literal(issuer)}), CLIENT_ID, ${isPublic ? 'undefined, client.None()' : 'CLIENT_SECRET, undefined'}, {
  algorithm: 'oauth2',${insecureOption(issuer)}
});

const redirect_uri = ${literal(redirectUri)};
const verifier = client.randomPKCECodeVerifier();
const state = client.randomState();
const code_challenge = await client.calculatePKCECodeChallenge(verifier);
const url = client.buildAuthorizationUrl(config, {
  ...{ redirect_uri, scope: ${literal(scope)}, state },
  ...{ code_challenge, code_challenge_method: 'S256' },
});
console.log(\`Open \${url}\`);

createServer(async (request, response) => {
  const arrived = new URL(request.url ?? '/', redirect_uri);
  if (arrived.pathname !== ${literal(pathname)}) return response.writeHead(404).end();
  try {
    const checks = { pkceCodeVerifier: verifier, expectedState: state };
    const tokens = await client.authorizationCodeGrant(config, arrived, checks);
    const answer = await client.fetchProtectedResource(config, tokens.access_token, new URL(CALL), 'GET');
    response.end(await answer.text());
  } catch (error) {
    const isAnswer = error instanceof client.AuthorizationResponseError || error instanceof client.ResponseBodyError;
    response.writeHead(400).end(isAnswer ? \`\${error.error}: \${error.error_description}\` : String(error));
  }
}).listen(${port}, ${literal(host)});`;
}
