import { timingSafeEqual } from 'node:crypto';
import type { ClientType } from './client';
import type { CLIENT_AUTHENTICATION_METHODS } from './authentication-methods';
import { type ClientAssertion, parseClientAssertion } from './assertion';
import { invalidClient } from './invalid-client';
import type { SecurityRules } from './security-profile';
import { invalidRequest } from '../oauth-error';
import { hashToken } from '../token/opaque-secret';
import { type Parameters, decodeFormValue } from '../request/parameters';

export const CLIENT_PARAMETERS = ['client_id', 'client_secret', 'client_assertion', 'client_assertion_type'] as const;

export type ClientParameters = Parameters<(typeof CLIENT_PARAMETERS)[number]>;

/** RFC 6749 §2.3.1, RFC 7523 §2.2. */
export interface PresentedClient {
  clientId: string;
  secret: string | undefined;
  assertion: ClientAssertion | null;
  viaBasic: boolean;
}

/**
 * Ignores schemes other than Basic.
 *
 * @returns `null` if no client is named.
 * @throws OAuthError `invalid_request` for two methods (RFC 6749 §2.3), `invalid_client` for a malformed Basic header.
 */
export function parsePresentedClient(
  authorization: string | undefined,
  parameters: ClientParameters,
): PresentedClient | null {
  const { client_id: clientId, client_secret: secret } = parameters;
  const usesBasic = authorization !== undefined && BASIC.test(authorization);
  // Two methods are a malformed request, not a failed authentication.
  if (parameters.client_assertion !== undefined && (usesBasic || secret !== undefined))
    throw invalidRequest('send a client assertion or a client secret, not both');
  if (usesBasic && secret !== undefined)
    throw invalidRequest('send the client secret by HTTP Basic or as a parameter, not both');
  const assertion = parseClientAssertion(parameters);
  const basic = usesBasic ? parseBasic(authorization) : null;
  if (basic !== null) {
    if (clientId !== undefined && clientId !== basic.clientId)
      throw invalidRequest('client_id differs from the one in the Authorization header');
    return basic;
  }
  if (assertion !== null) return presentAssertion(assertion, clientId);
  if (clientId !== undefined) return { clientId, secret, assertion: null, viaBasic: false };
  if (secret !== undefined) throw invalidRequest('client_secret was sent without client_id');
  return null;
}

/** RFC 7521 §4.2: `client_id` is optional. */
function presentAssertion(assertion: ClientAssertion, clientId = assertion.clientId): PresentedClient {
  if (clientId !== assertion.clientId) throw invalidRequest('client_id differs from the one in the client assertion');
  return { clientId, secret: undefined, assertion, viaBasic: false };
}

const BASIC = /^basic(?: |$)/i;

function parseBasic(authorization: string): PresentedClient {
  const encoded = authorization.slice('basic'.length).trim();
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(encoded) || colon < 1) throw invalidClient();
  try {
    const secret = decodeFormValue(text.slice(colon + 1));
    const clientId = decodeFormValue(text.slice(0, colon));
    return { clientId, secret: secret === '' ? undefined : secret, assertion: null, viaBasic: true };
  } catch {
    throw invalidClient();
  }
}

interface KnownSecret {
  hash: string;
  /** Epoch milliseconds; `null`: it has no end. */
  expiresAt: number | null;
}

export interface KnownClient<Secret extends KnownSecret> {
  type: ClientType;
  enabled: boolean;
  tokenEndpointAuthMethod: string | null;
  secrets: readonly Secret[];
  /** Absent: without a profile. */
  rules?: SecurityRules;
}

const NO_HASH = hashToken('no secret has this hash');

const NOTHING_SENT = 'client authentication failed: neither client_secret nor client_assertion was sent';

/**
 * The answer depends on the request alone, and its cost too: it does not reveal which clients exist.
 *
 * @returns the matching secret; `undefined` for a public client.
 * @throws OAuthError `invalid_client`.
 */
export function authenticateClient<Secret extends KnownSecret>(
  client: KnownClient<Secret> | null,
  presented: PresentedClient,
  now: number,
): Secret | undefined {
  const hash = hashToken(presented.secret ?? '');
  const known = client?.secrets ?? [];
  const fitting = known.filter((secret) => isSameHash(secret.hash, hash) && !hasEnded(secret, now));
  isSameHash(NO_HASH, hash);
  const proven =
    client?.type === 'public' ? presented.secret === undefined : presented.secret !== undefined && fitting.length > 0;
  if (client?.enabled && proven && client.rules !== undefined) assertItsProfiles(client.rules, presented);
  if (client === null || !client.enabled || !proven || !isItsMethod(client, presented))
    throw isUnproven(presented) ? invalidClient(NOTHING_SENT) : invalidClient();
  return fitting[0];
}

/** Whether it ended when another one replaced it. */
export const hasEnded = ({ expiresAt }: Pick<KnownSecret, 'expiresAt'>, now: number) =>
  expiresAt !== null && expiresAt <= now;

const isUnproven = ({ secret, assertion }: PresentedClient) => secret === undefined && assertion === null;

/** Either secret method is accepted: many clients implement only one. */
function isItsMethod(
  { tokenEndpointAuthMethod: own }: { tokenEndpointAuthMethod: string | null },
  by: PresentedClient,
) {
  const method = methodOf(by);
  return own === null || own === method || (isBySecret(own) && isBySecret(method));
}

const isBySecret = (method: string) => method.startsWith('client_secret_');

function methodOf({ secret, assertion, viaBasic }: PresentedClient): (typeof CLIENT_AUTHENTICATION_METHODS)[number] {
  if (assertion !== null) return 'private_key_jwt';
  if (secret === undefined) return 'none';
  return viaBasic ? 'client_secret_basic' : 'client_secret_post';
}

/** @throws OAuthError `invalid_client`, the same for an unknown client and another method. */
export function getKeyedClient<Client extends { enabled: boolean; tokenEndpointAuthMethod: string | null }>(
  client: Client | null,
): Client {
  if (client === null || !client.enabled || client.tokenEndpointAuthMethod !== 'private_key_jwt') throw invalidClient();
  return client;
}

/**
 * The description names the profile: call it with the server's rules for any caller, with a client's rules only after the
 * caller proved to be that client.
 *
 * @throws OAuthError `invalid_client`.
 */
export function assertItsProfiles({ profile, authenticationMethods }: SecurityRules, presented: PresentedClient): void {
  if (profile === null || authenticationMethods.includes(methodOf(presented))) return;
  throw invalidClient(`authenticate with ${authenticationMethods.join(' or ')}, in the body of a POST: ${profile}`);
}

const isSameHash = (one: string, other: string) =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
