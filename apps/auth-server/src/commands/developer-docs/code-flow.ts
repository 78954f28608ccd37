import { type DeveloperFacts, inShell } from './facts';
import { shellWord } from '../../api/quick-start/quoting';
import { signInProgram } from '../../api/quick-start/sign-in-node';
import { type ShellCalls, TEXT_FUNCTION, authorizationShell, exchangeShell } from '../../api/quick-start/sign-in-shell';
import { code, escaped, fenced } from './markdown';

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
${TEXT_FUNCTION}`,
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

${fenced('ts', programOf(facts))}`,
    refresh(facts),
  ].join('\n\n');
}

const callsOf = (facts: DeveloperFacts): ShellCalls => ({
  authorize: inShell(facts, facts.metadata.authorization_endpoint),
  token: inShell(facts, facts.metadata.token_endpoint),
  redirectUri: CALLBACK,
  scope: facts.first.scope,
});

const programOf = ({ first, settings: { issuer } }: DeveloperFacts) =>
  signInProgram({
    values: "const { CLIENT_ID = '', CLIENT_SECRET = '', CALL = '' } = process.env;",
    issuer,
    redirectUri: CALLBACK,
    scope: first.scope,
  });

function begin(facts: DeveloperFacts): string {
  return `By hand once, to see what a library does. Make a secret for this one sign-in and its digest (PKCE, RFC 7636), and a random \`state\` that you keep in the user's session:

${fenced('sh', authorizationShell(callsOf(facts)))}`;
}

function exchange(facts: DeveloperFacts): string {
  return `Open that address in a browser. The user signs in and allows the request; the browser goes to ${code(`${CALLBACK}?code=…&state=…&iss=…`)}. Compare \`state\` with yours and \`iss\` with the issuer, and refuse the answer if one differs. Then put \`code\` into \`CODE\` and exchange it:

${fenced('sh', exchangeShell(callsOf(facts)))}

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
