import { OAuthError } from '../oauth-error';
import { keysOf } from '../signing/key-set';
import { SIGNATURE_KEYS } from '../signing/signature-algorithms';
import { isLoopbackUrl } from '../text/loopback';
import type { ClientFields } from './fields';
import type { ClientProblem, RegisteredFields } from './problems';
import { type ProfileContext, type SecurityRules, profileOf, underProfile } from './security-profile';

/** What keeps a client from its profile, whatever the profile imposes; its calls are refused. */
export function profileProblems(client: RegisteredFields, server: ProfileContext): ClientProblem[] {
  const rules = profileOf(client, server);
  if (rules.profile === null) return [];
  const problem = (field: string, detail: string) => ({ field, detail: `${detail}: ${rules.profile}` });
  const problems: ClientProblem[] = [];
  if (!rules.algorithms.includes(server.accessTokenAlg))
    problems.push(problem('security_profile', 'needs a server whose ACCESS_TOKEN_ALG is ES256 or EdDSA'));
  if (client.type === 'public') problems.push(problem('client_type', 'must be confidential'));
  if (client.jwks === null && client.jwksUri === null)
    problems.push(problem('jwks', 'or jwks_uri is required, with the public keys for private_key_jwt'));
  for (const at of unusableKeys(client.jwks, rules))
    problems.push(problem('jwks', `has a key at keys[${at}] that is not for ${rules.algorithms.join(', ')}`));
  for (const [field, alg] of algorithmsOf(client))
    if (alg !== null && !rules.algorithms.includes(alg))
      problems.push(problem(field, `must be one of ${rules.algorithms.join(', ')}`));
  for (const [at, uri] of client.redirectUris.entries())
    if (!isSafeRedirect(uri, client, server)) problems.push(problem(`redirect_uris[${at}]`, 'must use https'));
  return problems;
}

const algorithmsOf = (client: ClientFields) =>
  [
    ['id_token_signed_response_alg', client.idTokenSignedResponseAlg],
    ['token_endpoint_auth_signing_alg', client.tokenEndpointAuthSigningAlg],
    ['request_object_signing_alg', client.requestObjectSigningAlg],
  ] as const;

function unusableKeys(jwks: string | null, { algorithms }: SecurityRules): number[] {
  const keys = jwks === null ? [] : keysOf(jwks);
  if (typeof keys === 'string') return [];
  const isUsable = ({ use, alg, kty, crv }: Record<string, unknown>) =>
    (use !== undefined && use !== 'sig') ||
    algorithms.some((name) => {
      const kind = SIGNATURE_KEYS[name];
      return (alg === undefined || alg === name) && kind?.kty === kty && (kind?.crv === undefined || kind.crv === crv);
    });
  return keys.flatMap((key, at) => (isUsable(key) ? [] : [at]));
}

/** §5.3.2.2-8: http for native clients on loopback alone; on a loopback server every program is on this machine. */
const isSafeRedirect = (uri: string, { applicationType }: ClientFields, { issuer }: ProfileContext) =>
  !/^http:/i.test(uri) || applicationType === 'native' || isLoopbackUrl(issuer);

export interface Enforced {
  rules: SecurityRules;
  /** Empty: it meets its profile, or has none. */
  misfits: readonly ClientProblem[];
}

export const enforced = <Client extends RegisteredFields>(
  client: Client,
  server: ProfileContext,
): Client & Enforced => ({
  ...underProfile(client, server),
  rules: profileOf(client, server),
  misfits: profileProblems(client, server),
});

/**
 * The log of the start and the answers of `/api` say what is wrong with it.
 *
 * @throws OAuthError `unauthorized_client` (400), never by a redirect.
 */
export function assertFit({ rules, misfits }: Enforced): void {
  if (misfits.length > 0)
    throw new OAuthError('unauthorized_client', `this application does not meet the ${rules.profile}`, { status: 400 });
}
