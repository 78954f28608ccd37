import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** Not globally reachable by the IANA registry of special-purpose addresses (RFC 6890), and multicast. */
const SPECIAL_IPV4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10], // carrier-grade NAT
  ['127.0.0.0', 8],
  ['169.254.0.0', 16], // link-local: metadata services of clouds
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24], // 6to4 relays
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];

/** Global unicast; mapped and translated IPv4 addresses lie outside. */
const GLOBAL_IPV6 = ['2000::', 3] as const;

/** Exceptions in it: protocol assignments such as Teredo, documentation, 6to4. */
const SPECIAL_IPV6: readonly (readonly [string, number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

const specialIpv4 = new BlockList();
for (const [net, bits] of SPECIAL_IPV4) specialIpv4.addSubnet(net, bits, 'ipv4');

const specialIpv6 = new BlockList();
for (const [net, bits] of SPECIAL_IPV6) specialIpv6.addSubnet(net, bits, 'ipv6');

const globalIpv6 = new BlockList();
globalIpv6.addSubnet(...GLOBAL_IPV6, 'ipv6');

/** @param address an IP address without brackets */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !specialIpv4.check(address, 'ipv4');
  // An address with a zone (fe80::1%eth0) is local.
  if (!isIPv6(address) || address.includes('%')) return false;
  return globalIpv6.check(address, 'ipv6') && !specialIpv6.check(address, 'ipv6');
}

/** Loopback, and what routers of the public Internet never carry (RFC 1918, RFC 4193); not link-local metadata services. */
const PRIVATE: readonly (readonly [string, number, 'ipv4' | 'ipv6'])[] = [
  ['10.0.0.0', 8, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['::1', 128, 'ipv6'],
  ['fc00::', 7, 'ipv6'],
];

const privateAddresses = new BlockList();
for (const [net, bits, family] of PRIVATE) privateAddresses.addSubnet(net, bits, family);

/** @param address an IP address without brackets */
export const isPrivateAddress = (address: string) => privateAddresses.check(address, isIPv4(address) ? 'ipv4' : 'ipv6');

export const isLoopbackAddress = (address: string) =>
  isIPv4(address) ? address.startsWith('127.') : address === '::1';
