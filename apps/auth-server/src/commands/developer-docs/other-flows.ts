import { DEVICE_CODE, TOKEN_EXCHANGE } from '../../protocol/client/grant-types';
import { POLL_INTERVAL } from '../../protocol/device/device-polling';
import { type DeveloperFacts, inShell, namesOf, scopeOf } from './facts';
import { literal, shellWord } from '../../api/quick-start/quoting';
import { CALL_BY_TOKEN, ownNameShell } from '../../api/quick-start/sign-in-shell';
import { code, escaped, fenced, list } from './markdown';
import { profiledProgram } from './profiled-flow';

/** Tokens without the code flow: each where the settings allow it to some application. */
export const otherFlows = (facts: DeveloperFacts): string[] => [
  ...(facts.ownName.length > 0 ? [inOwnName(facts)] : []),
  ...(facts.offersDevices ? [onDevice(facts)] : []),
  ...(facts.exchanges.length > 0 ? [exchanged(facts)] : []),
];

const token = (facts: DeveloperFacts) =>
  `curl -sS ${inShell(facts, facts.metadata.token_endpoint)} -u "$CLIENT_ID:$CLIENT_SECRET"`;

function inOwnName(facts: DeveloperFacts): string {
  const { ownName, provider, rules } = facts;
  const [resource] = ownName as [(typeof ownName)[number]];
  const scope = scopeOf(resource);
  return `## Call without a user: client credentials

For a service of your own, at ${escaped(namesOf(ownName))}. ${escaped(provider)} has to allow it for your \`client_id\`; until then the answer is \`unauthorized_client\`. Your registration names the grant type and \`client_credentials_scopes\`. \`CALL\` is an address of ${escaped(resource.name)} here (${code(resource.url)}):

${
  rules.profile === null
    ? fenced(
        'sh',
        ownNameShell({ token: inShell(facts, facts.metadata.token_endpoint), scope, resource: resource.url }),
      )
    : profiledProgram(
        facts,
        `client.clientCredentialsGrant(config, { scope: ${literal(scope)}, resource: ${literal(resource.url)} }, { DPoP })`,
      )
}

There is no refresh token: request another token when this one expires, and share one among calls until then.`;
}

function onDevice(facts: DeveloperFacts): string {
  const { metadata, first, settings } = facts;
  const whose =
    settings.deviceGrantClients === 'all'
      ? ''
      : ' It is for applications that a developer registered, not for those that registered themselves.';
  return `## Sign a user in on a device: the device flow

For a terminal or a device without a browser (RFC 8628).${whose} The application is public here, so it sends no secret.

${fenced(
  'sh',
  `DEVICE=$(curl -sS ${inShell(facts, metadata.device_authorization_endpoint ?? '')} -d client_id="$CLIENT_ID" --data-urlencode scope=${shellWord(first.scope)})
echo "Open $(echo "$DEVICE" | text verification_uri) and enter $(echo "$DEVICE" | text user_code)"`,
)}

Poll every ${POLL_INTERVAL} seconds until the user has decided. The error is \`authorization_pending\` until then, and \`slow_down\` if you poll too fast:

${fenced(
  'sh',
  `TOKENS=$(curl -sS ${inShell(facts, metadata.token_endpoint)} -d grant_type=${DEVICE_CODE} \\
  -d client_id="$CLIENT_ID" -d device_code="$(echo "$DEVICE" | text device_code)")
${CALL_BY_TOKEN}`,
)}`;
}

function exchanged(facts: DeveloperFacts): string {
  const { exchanges, provider } = facts;
  const [{ to, scope }] = exchanges as [(typeof exchanges)[number]];
  const offered = exchanges.map(({ from, to: target }) =>
    from === target
      ? `a token of ${escaped(from.name)} for a narrower one of the same API`
      : `a token of ${escaped(from.name)} for one of ${escaped(target.name)}`,
  );
  const type = 'urn:ietf:params:oauth:token-type:access_token';
  return `## Call the next API for your caller: token exchange

A service that was called with a user's token gets one of its own for the next call (RFC 8693). The new token is still the user's, allows no more than ${escaped(provider)} lets it, and ends with the user's grant. Never pass the caller's token on. ${escaped(provider)} has to allow it for your \`client_id\`. There is:

${list(offered)}

\`SUBJECT_TOKEN\` is the token that your service was called with, \`CALL\` an address of ${escaped(to.name)} (${code(to.url)}):

${fenced(
  'sh',
  `TOKENS=$(${token(facts)} -d grant_type=${TOKEN_EXCHANGE} \\
  -d subject_token_type=${type} -d subject_token="$SUBJECT_TOKEN" \\
  --data-urlencode scope=${shellWord(scope)} --data-urlencode resource=${shellWord(to.url)})
${CALL_BY_TOKEN}`,
)}

There is no refresh token: exchange again for a later call. A token that is bound to a key (DPoP) cannot be exchanged.`;
}
