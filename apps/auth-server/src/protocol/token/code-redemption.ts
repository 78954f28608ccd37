import { assertProofKey } from './dpop-proof';
import { invalidGrant } from '../oauth-error';
import { assertVerifier } from '../request/pkce';

/** The columns of an authorization code that never change after its insert. */
export interface IssuedCode {
  /** The client's internal id. */
  clientId: number;
  redirectUri: string;
  codeChallenge: string | null;
  /** Thumbprint of the key in the authorization request (RFC 9449 §10). */
  dpopJkt: string | null;
  /** Epoch milliseconds. */
  expiresAt: number;
}

export interface CodeRedemption {
  /** `null` for a client without a row (ADR 34). */
  clientId: number | null;
  redirectUri: string;
  verifier: string | undefined;
  /** Thumbprint of the proof's key. */
  proofKey: string | null;
  /** Epoch milliseconds. */
  now: number;
}

/**
 * Refuses a code exchange without possession (RFC 6749 §4.1.3, RFC 7636 §4.6, RFC 9449 §10). The database judges reuse
 * afterwards: a thief without the proof must not be able to end a family.
 *
 * @throws OAuthError `invalid_grant`, `invalid_dpop_proof`; the code stays usable by its owner.
 */
export function assertRedeemable<Code extends IssuedCode>(
  code: Code | null,
  { clientId, redirectUri, verifier, proofKey, now }: CodeRedemption,
): asserts code is Code {
  if (code === null || code.clientId !== clientId) throw invalidGrant('the code is unknown or not valid any more');
  if (now >= code.expiresAt) throw invalidGrant('the code is unknown or not valid any more');
  if (code.redirectUri !== redirectUri) throw invalidGrant('redirect_uri is not the one the code was asked for with');
  assertVerifier(verifier, code.codeChallenge);
  assertProofKey(code.dpopJkt, proofKey);
}
