import { type DeveloperFacts, inShell } from './facts';
import { code, escaped, fenced, literal, queryValue, shellWord } from './markdown';

export const CALLBACK = 'http://localhost:8080/callback';

/** What every block of shell needs. */
export function preparation({ first: { resource }, settings: { issuer } }: DeveloperFacts): string {
  return `## Prepare a shell

The quick starts are for \`sh\` with curl and OpenSSL. \`CALL\` is the address of a call of ${escaped(resource.name)}.

${fenced(
  'sh',
  `AUTH=${shellWord(issuer)}
CLIENT_ID='…'
CLIENT_SECRET='…'
CALL=${shellWord(`${resource.url}/…`)}
text() { sed -n "s/.*\\"$1\\":\\"\\([^\\"]*\\)\\".*/\\1/p"; }`,
)}`;
}

/** Authorization code with PKCE by hand, by a library, and what comes after. */
export function codeFlow(facts: DeveloperFacts): string {
  return [
    '## Sign a user in: the code flow with PKCE',
    begin(facts),
    exchange(facts),
    `### In TypeScript

\`npm install openid-client\`, and save this as \`sign-in.mts\`. Node 22.18 or later runs it as it is, with \`CLIENT_ID\`, \`CLIENT_SECRET\` and \`CALL\` in the environment. It is an example for one user: an application keeps \`verifier\` and \`state\` in each user's session.

${fenced('ts', program(facts))}`,
    refresh(facts),
  ].join('\n\n');
}

function begin(facts: DeveloperFacts): string {
  const { first, metadata } = facts;
  const authorize = inShell(facts, metadata.authorization_endpoint);
  return `By hand once, to see what a library does. Make a secret for this one sign-in and its digest (PKCE, RFC 7636), and a random \`state\` that you keep in the user's session:

${fenced(
  'sh',
  `base64url() { openssl base64 -A | tr '+/' '-_' | tr -d '='; }
VERIFIER=$(openssl rand 32 | base64url)
CHALLENGE=$(printf %s "$VERIFIER" | openssl dgst -sha256 -binary | base64url)
STATE=$(openssl rand 16 | base64url)
echo "${authorize}?response_type=code&client_id=$CLIENT_ID&redirect_uri=${CALLBACK}&scope=${queryValue(first.scope)}&state=$STATE&code_challenge=$CHALLENGE&code_challenge_method=S256"`,
)}`;
}

function exchange(facts: DeveloperFacts): string {
  const { metadata } = facts;
  return `Open that address in a browser. The user signs in and allows the request; the browser goes to ${code(`${CALLBACK}?code=…&state=…&iss=…`)}. Compare \`state\` with yours and \`iss\` with the issuer, and refuse the answer if one differs. Then put \`code\` into \`CODE\` and exchange it:

${fenced(
  'sh',
  `TOKENS=$(curl -sS ${inShell(facts, metadata.token_endpoint)} -u "$CLIENT_ID:$CLIENT_SECRET" -d grant_type=authorization_code \\
  -d code="$CODE" -d code_verifier="$VERIFIER" --data-urlencode redirect_uri=${CALLBACK})
ACCESS_TOKEN=$(echo "$TOKENS" | text access_token)
REFRESH_TOKEN=$(echo "$TOKENS" | text refresh_token)
curl -sS "$CALL" -H "Authorization: Bearer $ACCESS_TOKEN"`,
)}

A public application has no secret: it sends \`-d client_id="$CLIENT_ID"\` instead of \`-u\`. An access token is opaque to you; \`scope\` of the answer says what the user allowed.`;
}

function refresh(facts: DeveloperFacts): string {
  return `### Refresh

${fenced(
  'sh',
  `TOKENS=$(curl -sS ${inShell(facts, facts.metadata.token_endpoint)} -u "$CLIENT_ID:$CLIENT_SECRET" -d grant_type=refresh_token -d refresh_token="$REFRESH_TOKEN")
REFRESH_TOKEN=$(echo "$TOKENS" | text refresh_token)`,
)}

${ONCE}`;
}

export const ONCE =
  'A refresh token works once. Each answer has the next one: store it before you use the access token. A second use of an old one looks like a theft, and ends everything that began with the same code. Let one process refresh for a user at a time, shortly before `expires_in` is over, and once when the API answers 401 with `error="invalid_token"`.';

/** The option that lets the library call an issuer on loopback. */
export const insecure = ({ settings: { issuer } }: DeveloperFacts) =>
  issuer.startsWith('http:') ? '\n  execute: [client.allowInsecureRequests],' : '';

function program(facts: DeveloperFacts): string {
  const { first, settings } = facts;
  return `import * as client from 'openid-client';
import { createServer } from 'node:http';

const { CLIENT_ID = '', CLIENT_SECRET = '', CALL = '' } = process.env;
const config = await client.discovery(new URL(${literal(settings.issuer)}), CLIENT_ID, CLIENT_SECRET, undefined, {
  algorithm: 'oauth2',${insecure(facts)}
});

const redirect_uri = '${CALLBACK}';
const verifier = client.randomPKCECodeVerifier();
const state = client.randomState();
const code_challenge = await client.calculatePKCECodeChallenge(verifier);
const url = client.buildAuthorizationUrl(config, {
  ...{ redirect_uri, scope: ${literal(first.scope)}, state },
  ...{ code_challenge, code_challenge_method: 'S256' },
});
console.log(\`Open \${url}\`);

createServer(async (request, response) => {
  const arrived = new URL(request.url ?? '/', redirect_uri);
  if (arrived.pathname !== '/callback') return response.writeHead(404).end();
  try {
    const checks = { pkceCodeVerifier: verifier, expectedState: state };
    const tokens = await client.authorizationCodeGrant(config, arrived, checks);
    const answer = await client.fetchProtectedResource(config, tokens.access_token, new URL(CALL), 'GET');
    response.end(await answer.text());
  } catch (error) {
    const isAnswer = error instanceof client.AuthorizationResponseError || error instanceof client.ResponseBodyError;
    response.writeHead(400).end(isAnswer ? \`\${error.error}: \${error.error_description}\` : String(error));
  }
}).listen(8080, 'localhost');`;
}
