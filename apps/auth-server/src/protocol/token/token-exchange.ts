import type { AccessTokenClaims } from './access-token-claims';
import { invalidRequest, invalidScope, invalidTarget } from '../oauth-error';
import type { Parameters } from '../request/parameters';
import { parseResource } from '../request/resource-indicator';
import { formatScope, parseScope } from '../request/scope';

export type ExchangeParameters = Parameters<
  | 'subject_token'
  | 'subject_token_type'
  | 'actor_token'
  | 'actor_token_type'
  | 'requested_token_type'
  | 'audience'
  | 'resource'
  | 'scope'
>;

export const ACCESS_TOKEN_TYPE = 'urn:ietf:params:oauth:token-type:access_token';

/** The only types accepted and issued (RFC 8693 §3). */
export const TOKEN_TYPES: readonly string[] = [ACCESS_TOKEN_TYPE, 'urn:ietf:params:oauth:token-type:jwt'];

export interface TokenExchange {
  subjectToken: string;
  /** `null`: the client is the actor. */
  actorToken: string | null;
  issuedTokenType: string;
  /** `null`: the subject token's. */
  audience: string | null;
  /** `null`: all that is allowed. */
  scope: readonly string[] | null;
}

/**
 * RFC 8693 §2.1.
 *
 * @throws OAuthError `invalid_request`, `invalid_target`.
 */
export function parseTokenExchange(parameters: ExchangeParameters): TokenExchange {
  const { subject_token: subjectToken, actor_token: actorToken = null, scope } = parameters;
  if (subjectToken === undefined) throw invalidRequest('subject_token is missing');
  if (parameters.subject_token_type === undefined) throw invalidRequest('subject_token_type is missing');
  assertTokenType('subject_token_type', parameters.subject_token_type);
  if ((actorToken === null) !== (parameters.actor_token_type === undefined))
    throw invalidRequest('actor_token and actor_token_type come together');
  assertTokenType('actor_token_type', parameters.actor_token_type);
  assertTokenType('requested_token_type', parameters.requested_token_type);
  return {
    subjectToken,
    actorToken,
    issuedTokenType: parameters.requested_token_type ?? ACCESS_TOKEN_TYPE,
    audience: parseAudience(parameters),
    scope: scope === undefined ? null : parseScope(scope),
  };
}

function assertTokenType(name: string, type: string | undefined): void {
  if (type !== undefined && !TOKEN_TYPES.includes(type))
    throw invalidRequest(`${name} must be ${TOKEN_TYPES.join(' or ')}`);
}

/** Both name a resource by URL; several values must be equal. */
function parseAudience({ resource, audience = '' }: ExchangeParameters): string | null {
  const [first, ...others] = new Set([parseResource(resource) ?? '', ...audience.split(' ')].filter(Boolean));
  if (others.length > 0) throw invalidTarget('name one resource: an access token has one audience');
  return first ?? null;
}

/** `allowed`: the client's scopes at the subject token's audience. */
export interface Exchanger {
  clientId: string;
  allowed: readonly string[];
}

export interface ExchangedToken {
  subject: string;
  audience: string;
  scope: readonly string[];
  familyId: string | null;
  /** Epoch milliseconds. */
  authTime: number | null;
  acr: string | null;
  actor: object;
  /** Epoch seconds. */
  notAfter: number;
}

/**
 * Delegation, never impersonation (RFC 8693 §1.1, §4.1; ADR 18): `act` names the actor, no scope is added.
 *
 * @param subject claims, `null` if the token is not valid; `actor` likewise.
 * @throws OAuthError `invalid_request` for unusable tokens (§2.2.2), `invalid_target`, `invalid_scope`.
 */
export function exchangeToken(
  exchange: TokenExchange,
  { subject, actor }: { subject: AccessTokenClaims | null; actor: AccessTokenClaims | null },
  exchanger: Exchanger,
): ExchangedToken {
  assertUsable('subject_token', subject);
  if (exchange.actorToken !== null) assertActor(actor, exchanger);
  if (exchange.audience !== null && exchange.audience !== subject.aud)
    throw invalidTarget('the audience of the subject token cannot be changed');
  const { sub, aud, fam = null, auth_time: authTime, acr = null, exp } = subject;
  return {
    subject: sub,
    audience: aud,
    scope: narrow(exchange.scope, parseScope(subject.scope), exchanger.allowed),
    familyId: fam,
    authTime: authTime === undefined ? null : authTime * 1000,
    acr,
    actor: actorClaim(actor?.sub ?? exchanger.clientId, exchanger, subject.act),
    notAfter: Math.min(exp, actor?.exp ?? exp),
  };
}

function assertUsable(name: string, claims: AccessTokenClaims | null): asserts claims is AccessTokenClaims {
  if (claims === null) throw invalidRequest(`${name} is not a living access token of this server`);
  // The exchange would turn it into a bearer token.
  if (claims.cnf !== undefined) throw invalidRequest(`${name} is bound to a key and cannot be exchanged`);
}

/** The client's own, and no delegation. */
function assertActor(actor: AccessTokenClaims | null, { clientId }: Exchanger): void {
  assertUsable('actor_token', actor);
  if (actor.client_id !== clientId) throw invalidRequest('actor_token was issued to another application');
  if (actor.act !== undefined) throw invalidRequest('actor_token is itself one of somebody who acts for another');
}

/** Earlier actors are nested (§4.1). */
const actorClaim = (sub: string, { clientId }: Exchanger, before: object | undefined) => ({
  sub,
  client_id: clientId,
  ...(before !== undefined && { act: before }),
});

function narrow(asked: readonly string[] | null, given: readonly string[], allowed: readonly string[]): string[] {
  if (asked?.some((name) => !given.includes(name))) throw invalidScope('the subject token has not all of the scope');
  const refused = asked?.filter((name) => !allowed.includes(name)) ?? [];
  if (refused.length > 0) throw invalidScope(`not allowed to this application: ${formatScope(refused)}`);
  const left = given.filter((name) => (asked === null || asked.includes(name)) && allowed.includes(name));
  if (left.length === 0) throw invalidScope('nothing of the scope may be given to this application');
  return left;
}
