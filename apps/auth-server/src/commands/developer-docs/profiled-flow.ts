import { insecureOption } from '../../api/quick-start/sign-in-node';
import { literal } from '../../api/quick-start/quoting';
import { ONCE } from './code-flow';
import type { DeveloperFacts } from './facts';
import { fenced } from './markdown';

const CALLBACK = 'http://127.0.0.1:4000/callback';

/** The same quick starts where each request needs a proof by a key: no shell can make them. */
export function profiledFlow(facts: DeveloperFacts): string {
  return `## Make your application's key

\`make-key.mts\` writes the private key into \`key.json\` and prints the public one, which you register in \`jwks\`: \`{ "keys": [ … ] }\`. Node 22.18 or later runs these programs as they are.

${fenced('ts', KEY)}

## Sign a user in: the code flow with PAR, PKCE and DPoP

\`npm install openid-client\`, register the redirect URI \`${CALLBACK}\`, and save this as \`sign-in.mts\` beside \`key.json\`. It reads \`CLIENT_ID\` and \`CALL\`, the address of a call, from the environment.

${fenced('ts', signIn(facts))}

### Refresh

\`await client.refreshTokenGrant(config, tokens.refresh_token, undefined, { DPoP })\`. ${ONCE}`;
}

const KEY = `import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';

const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify']);
const names = { kid: randomUUID(), alg: 'ES256', use: 'sig' };
const jwk = await crypto.subtle.exportKey('jwk', pair.privateKey);
writeFileSync('key.json', JSON.stringify({ ...jwk, ...names }), { mode: 0o600 });
const { kty, crv, x, y } = jwk;
console.log(JSON.stringify({ kty, crv, x, y, ...names }));`;

/** Authenticates by the key, and makes the proofs. */
const configured = (facts: DeveloperFacts) => `const { CLIENT_ID = '', CALL = '' } = process.env;
const jwk = JSON.parse(readFileSync('key.json', 'utf8'));
const key = await crypto.subtle.importKey('jwk', jwk, { name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign']);
const proof = client.PrivateKeyJwt({ key, kid: jwk.kid });
const config = await client.discovery(new URL(${literal(facts.settings.issuer)}), CLIENT_ID, undefined, proof, {
  algorithm: 'oauth2',${insecureOption(facts.settings.issuer)}
});
const DPoP = client.getDPoPHandle(config, await client.randomDPoPKeyPair());`;

const CALLED = `const call = { DPoP };
const answer = await client.fetchProtectedResource(config, tokens.access_token, new URL(CALL), 'GET', undefined, undefined, call);
console.log(await answer.text());`;

const signIn = (facts: DeveloperFacts) => `import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import * as client from 'openid-client';

${configured(facts)}

// The request goes to the server directly; the browser carries only its name.
const redirect_uri = '${CALLBACK}';
const pkceCodeVerifier = client.randomPKCECodeVerifier();
const code_challenge = await client.calculatePKCECodeChallenge(pkceCodeVerifier);
const expectedState = client.randomState();
const address = await client.buildAuthorizationUrlWithPAR(
  config,
  {
    ...{ redirect_uri, scope: ${literal(facts.first.scope)}, state: expectedState },
    ...{ code_challenge, code_challenge_method: 'S256' },
  },
  { DPoP },
);

const server = createServer().listen(4000, '127.0.0.1');
await once(server, 'listening');
console.log(\`Open \${address}\`);
const [request, response] = await once(server, 'request');
response.end('You may close this page.');
server.close();

const arrived = new URL(request.url, redirect_uri);
const checks = { pkceCodeVerifier, expectedState };
const tokens = await client.authorizationCodeGrant(config, arrived, checks, undefined, { DPoP });
${CALLED}`;

/** @param request of tokens, an expression of TypeScript. */
export const profiledProgram = (facts: DeveloperFacts, request: string) =>
  fenced(
    'ts',
    `import { readFileSync } from 'node:fs';
import * as client from 'openid-client';

${configured(facts)}

const tokens = await ${request};
${CALLED}`,
  );
