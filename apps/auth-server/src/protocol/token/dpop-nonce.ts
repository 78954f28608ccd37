import { type KeyObject, createHmac, timingSafeEqual } from 'node:crypto';

/** Milliseconds. */
const SPAN = 300_000;

/**
 * Prevents proofs made in advance (RFC 9449 §8); equal for all callers, not stored.
 *
 * @param key derived from the master key, so that all processes agree.
 * @param now epoch milliseconds.
 */
export const dpopNonce = (key: KeyObject, now: number) => nonceOf(Math.floor(now / SPAN), key);

/** Accepts neighbouring periods, as clocks differ. */
export function isDpopNonce(text: string, key: KeyObject, now: number): boolean {
  const given = Buffer.from(text);
  const span = Math.floor(now / SPAN);
  return [span - 1, span, span + 1].some((at) => {
    const known = Buffer.from(nonceOf(at, key));
    return known.length === given.length && timingSafeEqual(known, given);
  });
}

const nonceOf = (span: number, key: KeyObject) =>
  createHmac('sha256', key).update(`dpop-nonce ${span}`).digest('base64url');
