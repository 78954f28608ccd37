import { queryValue, shellWord } from './quoting';

/** Where the shell sends its calls: addresses as the shell writes them, also with variables. */
export interface ShellCalls {
  authorize: string;
  token: string;
  redirectUri: string;
  scope: string;
  /** Whether the application has no secret. */
  isPublic?: boolean;
}

/** Prints a member of a JSON object. */
export const TEXT_FUNCTION = `text() { sed -n "s/.*\\"$1\\":\\"\\([^\\"]*\\)\\".*/\\1/p"; }`;

/** Prints the address that the browser opens; `CLIENT_ID` is set. */
export const authorizationShell = ({ authorize, redirectUri, scope }: ShellCalls): string =>
  `base64url() { openssl base64 -A | tr '+/' '-_' | tr -d '='; }
VERIFIER=$(openssl rand 32 | base64url)
CHALLENGE=$(printf %s "$VERIFIER" | openssl dgst -sha256 -binary | base64url)
STATE=$(openssl rand 16 | base64url)
echo "${authorize}?response_type=code&client_id=$CLIENT_ID&redirect_uri=${queryValue(redirectUri)}&scope=${queryValue(scope)}&state=$STATE&code_challenge=$CHALLENGE&code_challenge_method=S256"`;

/** Exchanges `CODE`, and calls `CALL`. */
export const exchangeShell = ({ token, redirectUri, isPublic = false }: ShellCalls): string =>
  `TOKENS=$(curl -sS ${token} ${isPublic ? '-d client_id="$CLIENT_ID"' : BY_SECRET} -d grant_type=authorization_code \\
  -d code="$CODE" -d code_verifier="$VERIFIER" --data-urlencode redirect_uri=${shellWord(redirectUri)})
ACCESS_TOKEN=$(echo "$TOKENS" | text access_token)
REFRESH_TOKEN=$(echo "$TOKENS" | text refresh_token)
curl -sS "$CALL" -H "Authorization: Bearer $ACCESS_TOKEN"`;

/** Gets a token without a user, and calls `CALL`. */
export const ownNameShell = ({ token, scope, resource }: { token: string; scope: string; resource: string }): string =>
  `TOKENS=$(curl -sS ${token} ${BY_SECRET} -d grant_type=client_credentials \\
  --data-urlencode scope=${shellWord(scope)} --data-urlencode resource=${shellWord(resource)})
${CALL_BY_TOKEN}`;

const BY_SECRET = '-u "$CLIENT_ID:$CLIENT_SECRET"';

export const CALL_BY_TOKEN = `ACCESS_TOKEN=$(echo "$TOKENS" | text access_token)
curl -sS "$CALL" -H "Authorization: Bearer $ACCESS_TOKEN"`;
