import { type KeyObject, createHmac, timingSafeEqual } from 'node:crypto';

/** Period of a nonce in milliseconds; those of the periods before and after are accepted too. */
const SPAN = 300_000;

/**
 * The nonce that a proof must contain, so that none can be made in advance (RFC 9449 §8): equal for all callers, not
 * stored.
 *
 * @param key derived from the master key for this purpose, so that all processes agree.
 * @param now epoch milliseconds.
 */
export const dpopNonce = (key: KeyObject, now: number) => nonceOf(Math.floor(now / SPAN), key);

/** Whether a nonce is of this period or a neighbouring one, as clocks differ. */
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
