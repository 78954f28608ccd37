import { type KeyObject, createHmac, timingSafeEqual } from 'node:crypto';

/** Milliseconds for which a nonce is the one given out; it is taken in the spans before and after too. */
const SPAN = 300_000;

/**
 * What a proof must repeat, so that none can be made long ahead (RFC 9449 §8): the same for everybody, and nothing is
 * stored.
 *
 * @param key derived from the master key for this purpose alone: all processes give and take the same.
 * @param now epoch milliseconds.
 */
export const dpopNonce = (key: KeyObject, now: number) => nonceOf(Math.floor(now / SPAN), key);

/** Whether a nonce was given lately; clocks of processes may differ. */
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
