import { BlockList, SocketAddress, isIP, isIPv6 } from 'node:net';
import { quoted } from './url-setting';

const familyOf = (address: string) => (isIP(address) === 4 ? 'ipv4' : 'ipv6');

/** What is wrong with an entry of `TRUSTED_PROXIES`, or `null`. */
export function proxyProblem(proxy: string): string | null {
  if (!isCidr(proxy)) return `contains ${quoted(proxy)}, which is not an address or CIDR range such as 10.0.0.0/8`;
  // Node would compare the address without its zone: on every interface.
  if (proxy.includes('%')) return `contains ${quoted(proxy)}, which names an interface; use the address only`;
  if (isEverything(proxy)) return `contains ${quoted(proxy)}, which is every address; name those of your proxies`;
  return null;
}

function isCidr(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

/** A range of IPv6 that holds ::ffff:0:0/96 holds every address of IPv4: that is how sockets for both write them. */
function isEverything(proxy: string): boolean {
  const isTrusted = trustOf([proxy]);
  return /\/0+$/.test(proxy) || (isTrusted('0.0.0.0') && isTrusted('255.255.255.255'));
}

/**
 * Whether an address is one of those, in any notation: `10.0.0.1` is `::ffff:10.0.0.1`. Express' own reader of such lists
 * fails on some notations of IPv6 (64:ff9b::192.0.2.1).
 *
 * @param proxies in which {@link proxyProblem} finds nothing wrong.
 */
export function trustOf(proxies: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const proxy of proxies) {
    const [address = '', bits] = proxy.split('/');
    if (bits === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(bits), familyOf(address));
  }
  return (text) => {
    const address = forwardedAddress(text);
    return address !== null && list.check(address, familyOf(address));
  };
}

/**
 * The address in an entry of `X-Forwarded-For`, in one notation: what is counted by address must not count anew for each.
 * Some proxies write the port of the connection too, with brackets around IPv6.
 *
 * @returns `null` where there is none.
 */
export function forwardedAddress(text: string): string | null {
  const address = /^\[(.*)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
  if (isIP(address) === 0) return null;
  return isIPv6(address) ? new SocketAddress({ address, family: 'ipv6' }).address : address;
}
