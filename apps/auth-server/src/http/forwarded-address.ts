import { isIP } from 'node:net';

/**
 * The address in an entry of `X-Forwarded-For`, without the port that some proxies add. `null` for any other text:
 * a caller whose own address is in a trusted range would have any text counted and recorded as its address.
 */
export function forwardedAddress(entry: string): string | null {
  const address = /^\[([^\]%]+)[^\]]*\](?::\d+)?$/.exec(entry)?.[1] ?? /^([\d.]+):\d+$/.exec(entry)?.[1] ?? entry;
  const withoutZone = address.split('%')[0]!;
  return isIP(withoutZone) === 0 ? null : withoutZone;
}
