import { randomBytes } from 'node:crypto';

/**
 * A UUID of version 7 (RFC 9562 §5.7): ordered in time, so that new rows land at the end of an index.
 *
 * @param now epoch milliseconds.
 */
export function timeOrderedId(now: number): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(now, 0, 6);
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
