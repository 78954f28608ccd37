import { type DeveloperFacts, inShell } from './facts';
import { code, fenced } from './markdown';

/** How access ends, from either side. */
export function endings(facts: DeveloperFacts): string {
  const { metadata, settings, rules } = facts;
  const revoke =
    rules.profile === null
      ? fenced(
          'sh',
          `curl -sS ${inShell(facts, metadata.revocation_endpoint)} -u "$CLIENT_ID:$CLIENT_SECRET" -d token="$REFRESH_TOKEN" -o /dev/null -w '%{http_code}\\n'`,
        )
      : 'By `openid-client`: `await client.tokenRevocation(config, tokens.refresh_token)`.';
  return `## Give the access back

When the user disconnects, or closes their account with you, revoke the refresh token:

${revoke}

The answer is 200, also for a token that has ended already. All access tokens that came with the same code end with it. Users can do the same at ${code(`${settings.issuer}/account/apps`)} without you, so expect \`invalid_grant\` at any time.

## Sign out

To end the user's sign-in here too, send the browser to ${code(metadata.end_session_endpoint)} with \`id_token_hint\` and a registered \`post_logout_redirect_uri\`. To hear of sign-outs elsewhere, register \`backchannel_logout_uri\`: the server posts a signed \`logout_token\` there when a sign-in ends for which you got tokens with \`openid\` (OpenID Connect Back-Channel Logout).`;
}
