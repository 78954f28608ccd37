import { assertProofKey } from './dpop-proof';
import { invalidGrant } from '../oauth-error';
import { assertVerifier } from '../request/pkce';
import type { SecurityRules } from '../client/security-profile';
import { timeOfHash } from './opaque-secret';

/** Columns that never change after the insert. */
export interface IssuedCode {
  /** Internal id. */
  clientId: number;
  redirectUri: string;
  codeChallenge: string | null;
  /** Thumbprint (RFC 9449 §10). */
  dpopJkt: string | null;
  /** Epoch milliseconds. */
  expiresAt: number;
}

export interface CodeRedemption {
  /** `null`: no row (ADR 34). */
  clientId: number | null;
  redirectUri: string | undefined;
  verifier: string | undefined;
  /** Thumbprint. */
  proofKey: string | null;
  /** Epoch milliseconds. */
  now: number;
}

/**
 * Requires possession (RFC 6749 §4.1.3, RFC 7636 §4.6, RFC 9449 §10) before the database judges reuse: a thief without
 * the proof must not be able to end a family.
 *
 * @throws OAuthError `invalid_grant`, `invalid_dpop_proof`; the code stays usable.
 */
export function assertRedeemable<Code extends IssuedCode>(
  code: Code | null,
  { clientId, redirectUri, verifier, proofKey, now }: CodeRedemption,
): asserts code is Code {
  if (code === null || code.clientId !== clientId) throw invalidGrant('the code is unknown or no longer valid');
  if (now >= code.expiresAt) throw invalidGrant('the code is unknown or no longer valid');
  // The verifier proves as much (OAuth 2.1 §4.1.3).
  const isImplied = redirectUri === undefined && code.codeChallenge !== null;
  if (!isImplied && code.redirectUri !== redirectUri)
    throw invalidGrant('redirect_uri is not the one in the authorization request');
  assertVerifier(verifier, code.codeChallenge);
  assertProofKey(code.dpopJkt, proofKey);
}

/** Refuses a code that was issued before its client's profile. @throws OAuthError `invalid_grant`. */
export function assertProfileCode(
  { hash, codeChallenge }: { hash: string; codeChallenge: string | null },
  { needsPushedCode, longestCode, profile }: SecurityRules,
  now: number,
): void {
  if (needsPushedCode && codeChallenge === null)
    throw invalidGrant(`the authorization request had no code_challenge: ${profile}`);
  if (now >= timeOfHash(hash) + longestCode * 1000) throw invalidGrant('the code is unknown or no longer valid');
}
