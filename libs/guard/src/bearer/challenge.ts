import type { BearerErrorCode, BearerFault } from './bearer-fault.ts';

/** Algorithms for proofs (RFC 9449 §4.3): asymmetric ones. */
export const PROOF_ALGORITHMS = [
  'ES256',
  'ES384',
  'ES512',
  'PS256',
  'PS384',
  'PS512',
  'RS256',
  'RS384',
  'RS512',
  'EdDSA',
  'Ed25519',
];

const STATUS: Record<BearerErrorCode, number> = {
  missing_token: 401,
  invalid_request: 400,
  invalid_token: 401,
  invalid_dpop_proof: 401,
  insufficient_scope: 403,
  insufficient_user_authentication: 401,
  access_denied: 403,
  temporarily_unavailable: 503,
};

/** The HTTP status of a fault (RFC 6750 §3.1). */
export function statusOf(fault: BearerFault): number {
  return STATUS[fault.code];
}

/** The parts of a challenge that do not depend on the fault. */
export interface ChallengeSettings {
  readonly realm: string;
  /** RFC 9728 §5.1. */
  readonly resourceMetadata?: string | undefined;
  /** With `{code}` in the place of the error code. */
  readonly errorUri?: string | undefined;
}

/** The parts that depend on the call. */
export interface ChallengedCall {
  readonly isDpop?: boolean | undefined;
  /** The scopes that its route wants. */
  readonly scopes?: readonly string[];
}

/**
 * The `WWW-Authenticate` value of a fault (RFC 6750 §3), of the scheme DPoP where that applies (RFC 9449 §7.1), with the
 * scopes that the route wants; undefined where other credentials would not help.
 *
 * @example challengeOf(BearerFault.missingToken(), { realm: 'api' }); // 'Bearer realm="api"'
 */
export function challengeOf(
  fault: BearerFault,
  { realm, resourceMetadata, errorUri }: ChallengeSettings,
  { isDpop = fault.details.wantsDpop ?? false, scopes = [] }: ChallengedCall = {},
): string | undefined {
  if (fault.code === 'temporarily_unavailable' || fault.code === 'access_denied') return undefined;
  const parameters: [string, string][] = [['realm', realm]];
  // RFC 6750 §3.1: no error code for a request without credentials.
  if (fault.code !== 'missing_token') {
    parameters.push(['error', fault.code], ['error_description', fault.description]);
    if (errorUri !== undefined) parameters.push(['error_uri', errorUri.replaceAll('{code}', fault.code)]);
  }
  const { acr, maxAge } = fault.details.authentication ?? {};
  if (acr !== undefined) parameters.push(['acr_values', acr.join(' ')]);
  if (maxAge !== undefined) parameters.push(['max_age', String(maxAge)]);
  if (scopes.length > 0) parameters.push(['scope', scopes.join(' ')]);
  if (resourceMetadata !== undefined) parameters.push(['resource_metadata', resourceMetadata]);
  if (isDpop) parameters.push(['algs', PROOF_ALGORITHMS.join(' ')]);
  return `${isDpop ? 'DPoP' : 'Bearer'} ${parameters.map(([name, value]) => `${name}="${value}"`).join(', ')}`;
}

/** Whether a value needs no escaping in a challenge's quotes: printable ASCII without `"` and `\` (RFC 6750 §3). */
export function isQuotable(value: string): boolean {
  return /^[\x20\x21\x23-\x5B\x5D-\x7E]+$/.test(value);
}

/** A text in the characters of an `error_description` (RFC 6749 §5.2): others become `'` or `?`. */
export function quotable(text: string): string {
  return text.replace(/"/g, "'").replace(/[^\x20\x21\x23-\x5B\x5D-\x7E]/gu, '?');
}
