import { assertProofKey } from './dpop-proof';
import { invalidGrant } from '../oauth-error';
import { assertVerifier } from '../request/pkce';

/** The parts of an authorization code that never change after it was issued. */
export interface IssuedCode {
  /** The client's internal id. */
  clientId: number;
  redirectUri: string;
  codeChallenge: string | null;
  /** Thumbprint of the key that its request named (RFC 9449 §10). */
  dpopJkt: string | null;
  /** Epoch milliseconds. */
  expiresAt: number;
}

export interface CodeRedemption {
  /** `null` for a client that was never granted anything. */
  clientId: number | null;
  redirectUri: string;
  verifier: string | undefined;
  /** Thumbprint of the key that a proof came with. */
  proofKey: string | null;
  /** Epoch milliseconds. */
  now: number;
}

/**
 * Refuses a code exchange that does not prove possession (RFC 6749 §4.1.3, RFC 7636 §4.6, RFC 9449 §10). Whether the code was used
 * before is judged afterwards and by the database: a thief without the proof must not be able to end a family.
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
