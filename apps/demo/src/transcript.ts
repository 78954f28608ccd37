import type { Credentials } from './credentials';

export interface Urls {
  authUrl: string;
  baseUrl: string;
}

/**
 * The six steps as lines for sh, bash and zsh, each a comment or one command. An interactive zsh runs comments, so they
 * contain no character that a shell interprets.
 */
export function transcript({ authUrl, baseUrl }: Urls, { account, application }: Required<Credentials>): string[] {
  return [
    '# The addresses, and the demo account.',
    `AUTH='${authUrl}' NOTES='${baseUrl}'`,
    `EMAIL='${account.email}' PASSWORD='${account.password}'`,
    ...register(application),
    ...signIn(),
    ...askForConsent(),
    ...decide(),
    ...exchange(),
    ...callTheService(),
    ...refresh(),
  ];
}

function register({ clientId, clientSecret, redirectUri }: Required<Credentials>['application']): string[] {
  return [
    '# Step 1: register an application. The demo has done this, with POST /api/applications.',
    `CLIENT_ID='${clientId}' CLIENT_SECRET='${clientSecret}' REDIRECT_URI='${redirectUri}'`,
    'echo "client_id=$CLIENT_ID"',
  ];
}

function signIn(): string[] {
  const body = String.raw`"{\"email\":\"$EMAIL\",\"password\":\"$PASSWORD\"}"`;
  return [
    '# The account signs in: consent is given by a signed-in account.',
    `ANSWER=$(curl -sS "$AUTH/api/session" -H 'Content-Type: application/json' --data ${body}); ${show('ANSWER')}`,
    take('SESSION', 'ANSWER', 'session_token'),
  ];
}

function askForConsent(): string[] {
  const query = 'response_type=code|scope=notes:read notes:write|state=$STATE';
  return [
    '# Step 2: get the consent screen. The state is random and comes back with the code.',
    `STATE=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \\n'); echo "state=$STATE"`,
    `CONSENT=$(curl -sS -G "$AUTH/oauth2/authorize" ${bearer('SESSION')} ` +
      `${parameters(`client_id=$CLIENT_ID|redirect_uri=$REDIRECT_URI|${query}`)}); ${show('CONSENT')}`,
    take('SESSION_ID', 'CONSENT', 'sessionID'),
  ];
}

function decide(): string[] {
  const status = String.raw`-w '\nHTTP %{http_code}\nLocation: %{redirect_url}\n'`;
  return [
    '# Step 3: the account approves. The answer is a redirect to the application, with code and state.',
    `REDIRECT=$(curl -sS "$AUTH/oauth2/authorize" ${bearer('SESSION')} ` +
      `${parameters('session_id=$SESSION_ID|is_rejected=false')} ${status}); ${show('REDIRECT')}`,
    takeParameter('CODE', 'code'),
    takeParameter('RETURNED_STATE', 'state'),
    '[ "$RETURNED_STATE" = "$STATE" ] && echo "The state is the one that was sent." || echo "Another state: stop here."',
  ];
}

function exchange(): string[] {
  return [
    '# Step 4: the application exchanges the code for tokens, with its secret in the header of HTTP Basic.',
    `TOKENS=$(${askForTokens('grant_type=authorization_code|code=$CODE|redirect_uri=$REDIRECT_URI')}); ${show('TOKENS')}`,
    take('ACCESS_TOKEN', 'TOKENS', 'access_token'),
    take('REFRESH_TOKEN', 'TOKENS', 'refresh_token'),
  ];
}

function callTheService(): string[] {
  const note = `-H 'Content-Type: application/json' --data '{"text":"Hello from the demo"}'`;
  return [
    '# Step 5: call the service with the access token. It adds a note and lists them.',
    `curl -sS "$NOTES/notes" ${bearer('ACCESS_TOKEN')} ${note} ${SHOW_STATUS}`,
    `curl -sS "$NOTES/notes" ${bearer('ACCESS_TOKEN')} ${SHOW_STATUS}`,
  ];
}

function refresh(): string[] {
  const call = askForTokens('grant_type=refresh_token|refresh_token=$REFRESH_TOKEN');
  return [
    '# Step 6: get a new pair of tokens.',
    `NEW_TOKENS=$(${call}); ${show('NEW_TOKENS')}`,
    take('NEW_REFRESH_TOKEN', 'NEW_TOKENS', 'refresh_token'),
    '# A refresh token works once: sent again, the old one is refused and the new one is revoked.',
    `${call} ${SHOW_STATUS}`,
  ];
}

const askForTokens = (list: string): string =>
  `curl -sS "$AUTH/oauth2/token" -u "$CLIENT_ID:$CLIENT_SECRET" ${parameters(list)}`;

const SHOW_STATUS = String.raw`-w '\nHTTP %{http_code}\n'`;

const bearer = (variable: string): string => `-H "Authorization: Bearer $${variable}"`;

// Not echo: in some shells it turns the backslashes of JSON into line breaks.
const show = (variable: string): string => String.raw`printf '%s\n' "$${variable}"`;

const parameters = (list: string): string =>
  list
    .split('|')
    .map((parameter) => `--data-urlencode "${parameter}"`)
    .join(' ');

/** Sets a variable from a field of the JSON in another one. */
function take(variable: string, json: string, field: string): string {
  const value = String.raw`sed -n 's/.*"${field}" *: *"\([^"]*\)".*/\1/p'`;
  return `${variable}=$(printf '%s' "$${json}" | ${value}); echo "${field}=$${variable}"`;
}

function takeParameter(variable: string, name: string): string {
  const value = String.raw`sed -n 's/^Location: .*[?&]${name}=\([^&]*\).*/\1/p'`;
  return `${variable}=$(${show('REDIRECT')} | ${value}); echo "${name}=$${variable}"`;
}
