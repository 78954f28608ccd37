import type { AccessTokenClaims, Actor, GrantCounters } from './access-token-claims';
import { invalidRequest, invalidScope, invalidTarget } from '../oauth-error';
import type { Parameters } from '../request/parameters';
import { parseResource, withoutLoneSlash } from '../request/resource-indicator';
import { type Resource, allowedScopes, formatScope, parseScope } from '../request/scope';
import { exchangeTarget } from './exchange-target';

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
    throw invalidRequest('actor_token and actor_token_type must be sent together');
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
  const [first, ...others] = new Set(
    [parseResource(resource) ?? '', ...audience.split(' ').map(withoutLoneSlash)].filter(Boolean),
  );
  if (others.length > 0) throw invalidTarget('send one resource: an access token has one audience');
  return first ?? null;
}

export interface Exchanger {
  clientId: string;
  /** `null`: every scope there is. */
  scopes: readonly string[] | null;
}

/** Actors that a token names at most: each makes it longer, and servers bound what a header may hold. */
const MOST_ACTORS = 10;

export interface ExchangedToken extends GrantCounters {
  subject: string;
  audience: string;
  scope: readonly string[];
  familyId: string | null;
  /** Of the grant that the subject token has, if any. */
  grantClientId: string;
  /** Epoch milliseconds. */
  authTime: number | null;
  acr: string | null;
  actor: Actor;
  /** Epoch seconds. */
  notAfter: number;
}

/**
 * Delegation, never impersonation (RFC 8693 §1.1, §4.1; ADR 18): `act` names the actor, no scope is added but by a policy.
 *
 * @param tokens claims, `null` if the token is not valid.
 * @throws OAuthError `invalid_request` for unusable tokens (§2.2.2), `unauthorized_client`, `invalid_target`, `invalid_scope`.
 */
export function exchangeToken(
  exchange: TokenExchange,
  { subject, actor }: { subject: AccessTokenClaims | null; actor: AccessTokenClaims | null },
  exchanger: Exchanger,
  resources: readonly Resource[],
): ExchangedToken {
  assertUsable('subject_token', subject);
  if (exchange.actorToken !== null) assertActor(actor, exchanger);
  const target = exchangeTarget(exchange.audience, subject, exchanger.clientId, resources);
  const { sub, fam = null, ge = 0, rv = 0, auth_time: authTime, acr = null, exp } = subject;
  return {
    subject: sub,
    audience: target.audience,
    scope: narrow(exchange.scope, target.scope, allowedScopes(target.audience, exchanger.scopes, resources)),
    familyId: fam,
    // What ends the subject token's grant ends this token too.
    grantEpoch: ge,
    reissues: rv,
    grantClientId: subject.gc ?? subject.client_id,
    authTime: authTime === undefined ? null : authTime * 1000,
    acr,
    actor: actorClaim(actor?.sub ?? exchanger.clientId, exchanger, subject.act),
    notAfter: Math.min(exp, actor?.exp ?? exp),
  };
}

function assertUsable(name: string, claims: AccessTokenClaims | null): asserts claims is AccessTokenClaims {
  if (claims === null) throw invalidRequest(`${name} is not a valid access token of this server`);
  // The exchange would turn it into a bearer token.
  if (claims.cnf !== undefined) throw invalidRequest(`${name} is bound to a key and cannot be exchanged`);
}

/** The client's own, and no delegation. */
function assertActor(actor: AccessTokenClaims | null, { clientId }: Exchanger): void {
  assertUsable('actor_token', actor);
  if (actor.client_id !== clientId) throw invalidRequest('actor_token was issued to another application');
  if (actor.act !== undefined) throw invalidRequest('actor_token must not itself be the token of an actor');
}

/** Earlier actors are nested (§4.1). */
function actorClaim(sub: string, { clientId }: Exchanger, before: Actor | undefined): Actor {
  if (before === undefined) return { sub, client_id: clientId };
  if (actorsOf(before) >= MOST_ACTORS) throw invalidRequest(`subject_token already names ${MOST_ACTORS} actors`);
  return { sub, client_id: clientId, act: before };
}

const actorsOf = (actor: Actor): number => 1 + (actor.act === undefined ? 0 : actorsOf(actor.act));

function narrow(asked: readonly string[] | null, given: readonly string[], allowed: readonly string[]): string[] {
  if (asked?.some((name) => !given.includes(name)))
    throw invalidScope('the subject token does not cover the whole scope');
  const refused = asked?.filter((name) => !allowed.includes(name)) ?? [];
  if (refused.length > 0) throw invalidScope(`not allowed for this application: ${formatScope(refused)}`);
  const left = given.filter((name) => (asked === null || asked.includes(name)) && allowed.includes(name));
  if (left.length === 0) throw invalidScope('none of the requested scopes is allowed for this application');
  return left;
}
