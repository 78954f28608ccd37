import type { KnownGrantType } from '../../protocol/client/grant-types';
import { OAuthError, type OAuthErrorCode } from '../../protocol/oauth-error';

/**
 * The errors of the token endpoint that are counted, once it has found the client. Not those that are a step on the way:
 * `authorization_pending`, `use_dpop_nonce`.
 */
export const REFUSALS = [
  'access_denied',
  'expired_token',
  'invalid_authorization_details',
  'invalid_client',
  'invalid_dpop_proof',
  'invalid_grant',
  'invalid_request',
  'invalid_scope',
  'invalid_target',
  'slow_down',
  'temporarily_unavailable',
  'unauthorized_client',
] as const satisfies readonly OAuthErrorCode[];

export type Refusal = (typeof REFUSALS)[number];

/** What is counted: authorization codes, tokens by grant type, refusals by error. */
export type UsageKind = 'code' | KnownGrantType | Refusal;

export const isRefusal = (kind: string): kind is Refusal => (REFUSALS as readonly string[]).includes(kind);

/** @returns `null` for what is not counted: faults of the server too. */
export const refusalOf = (error: unknown): Refusal | null =>
  error instanceof OAuthError && isRefusal(error.code) ? error.code : null;
