import { randomUUID } from 'node:crypto';

/** Where a version 4 UUID has its variant and random bits, which Node draws in bulk. */
const RANDOM_FROM = 15;

/**
 * A UUID of version 7 (RFC 9562 §5.7): ordered in time, so that new rows land at the end of an index.
 *
 * @param now epoch milliseconds.
 */
export function timeOrderedId(now: number): string {
  const time = now.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(RANDOM_FROM)}`;
}
