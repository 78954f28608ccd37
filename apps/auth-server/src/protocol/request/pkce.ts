import { hash, timingSafeEqual } from 'node:crypto';
import type { ClientRules } from '../client/client';
import { invalidGrant, invalidRequest } from '../oauth-error';

const CHALLENGE = /^[A-Za-z0-9_-]{43}$/;
const VERIFIER = /^[A-Za-z0-9._~-]{43,128}$/;

interface Challenge {
  challenge: string | undefined;
  method: string | undefined;
  /** `openid` with `nonce`, which the client finds again in its ID token (RFC 9700 §2.1.1). */
  hasNonce: boolean;
}

/**
 * RFC 7636 §4.3; only S256, as `plain` exposes the verifier in the request (RFC 9700 §2.1.1).
 *
 * @param everyClient whether the server demands a challenge of every client.
 * @throws OAuthError `invalid_request`.
 */
export function assertChallenge(
  { challenge, method, hasNonce }: Challenge,
  client: Pick<ClientRules, 'type' | 'origin' | 'requirePkce'>,
  everyClient: boolean,
): void {
  if (challenge === undefined) {
    if (method !== undefined) throw invalidRequest('code_challenge_method was sent without code_challenge');
    const demand = demandOf(client, hasNonce, everyClient);
    if (demand !== null) throw invalidRequest(demand);
    return;
  }
  if (method !== 'S256') throw invalidRequest('code_challenge_method must be S256');
  if (!CHALLENGE.test(challenge)) throw invalidRequest('code_challenge must be 43 base64url characters');
}

/** No developer answers for a client that registered itself or has a document alone: it must protect its codes. */
function demandOf(
  { type, origin, requirePkce }: Pick<ClientRules, 'type' | 'origin' | 'requirePkce'>,
  hasNonce: boolean,
  everyClient: boolean,
): string | null {
  const what = 'must send code_challenge (PKCE, S256)';
  if (type === 'public') return `a public application ${what}`;
  if (everyClient) return `every application ${what}`;
  if (requirePkce) return `this application ${what}`;
  if (origin !== 'console' && !hasNonce)
    return `an application that no developer registered ${what}, or the scope openid with a nonce`;
  return null;
}

/**
 * RFC 7636 §4.6. A verifier without a challenge indicates a downgrade (RFC 9700 §4.8.2).
 *
 * @throws OAuthError `invalid_grant`.
 */
export function assertVerifier(verifier: string | undefined, challenge: string | null): void {
  if (challenge === null) {
    if (verifier !== undefined)
      throw invalidGrant('code_verifier was sent, but the authorization request had no code_challenge');
    return;
  }
  if (verifier === undefined) throw invalidGrant('code_verifier is missing');
  const computed = hash('sha256', verifier, 'buffer');
  const expected = Buffer.from(challenge, 'base64url');
  if (!VERIFIER.test(verifier) || computed.length !== expected.length || !timingSafeEqual(computed, expected))
    throw invalidGrant('code_verifier does not match the code_challenge');
}
