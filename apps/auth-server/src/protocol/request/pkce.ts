import { hash, timingSafeEqual } from 'node:crypto';
import type { ClientRules } from '../client/client';
import { invalidGrant, invalidRequest } from '../oauth-error';

const CHALLENGE = /^[A-Za-z0-9_-]{43}$/;
const VERIFIER = /^[A-Za-z0-9._~-]{43,128}$/;

/**
 * RFC 7636 §4.3; only S256, as `plain` exposes the verifier in the request (RFC 9700 §2.1.1).
 *
 * @throws OAuthError `invalid_request`.
 */
export function assertChallenge(
  challenge: string | undefined,
  method: string | undefined,
  { type, requirePkce }: Pick<ClientRules, 'type' | 'requirePkce'>,
): void {
  if (challenge === undefined) {
    if (method !== undefined) throw invalidRequest('code_challenge_method was sent without code_challenge');
    if (type === 'public') throw invalidRequest('a public application must send code_challenge (PKCE, S256)');
    if (requirePkce) throw invalidRequest('this application must send code_challenge (PKCE, S256)');
    return;
  }
  if (method !== 'S256') throw invalidRequest('code_challenge_method must be S256');
  if (!CHALLENGE.test(challenge)) throw invalidRequest('code_challenge must be 43 base64url characters');
}

/**
 * RFC 7636 §4.6. A verifier without a challenge indicates a downgrade (RFC 9700 §4.8.2).
 *
 * @throws OAuthError `invalid_grant`.
 */
export function assertVerifier(verifier: string | undefined, challenge: string | null): void {
  if (challenge === null) {
    if (verifier !== undefined) throw invalidGrant('code_verifier was sent for a code without code_challenge');
    return;
  }
  if (verifier === undefined) throw invalidGrant('code_verifier is missing');
  const computed = hash('sha256', verifier, 'buffer');
  const expected = Buffer.from(challenge, 'base64url');
  if (!VERIFIER.test(verifier) || computed.length !== expected.length || !timingSafeEqual(computed, expected))
    throw invalidGrant('code_verifier does not fit');
}
