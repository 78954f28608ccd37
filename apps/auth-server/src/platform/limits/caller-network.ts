import { isIPv4, isIPv6 } from 'node:net';

/** An IPv4 address, or an IPv6 /64, as one household has. */
export function addressOf(address: string): string {
  const caller = unmapped(address);
  return isIPv6(caller) ? `${groupsOf(caller, 4)}::/64` : caller;
}

/** An IPv4 /24, or an IPv6 /48, as providers assign to one customer. */
export function networkOf(address: string): string {
  const caller = unmapped(address);
  if (isIPv6(caller)) return `${groupsOf(caller, 3)}::/48`;
  return isIPv4(caller) ? `${caller.slice(0, caller.lastIndexOf('.'))}.0/24` : caller;
}

const unmapped = (address: string) => /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i.exec(address)?.[1] ?? address;

/** Without leading zeros. */
function groupsOf(address: string, count: number): string {
  const [head = '', tail] = address.toLowerCase().split('%')[0]!.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length;
  const groups = [...left, ...Array<string>(Math.max(0, zeros)).fill('0'), ...right].slice(0, count);
  return groups.map((group) => parseInt(group, 16).toString(16)).join(':');
}
