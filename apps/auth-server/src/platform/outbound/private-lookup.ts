import { type LookupAddress, lookup as systemLookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { isLoopbackUrl } from '../../protocol/text/loopback';
import { isPrivateAddress } from './public-address';

/** http to a host of `INSECURE_HOSTS`; the settings allow no other than loopback. */
export const isInsecureCall = (url: string) => /^http:/i.test(url) && !isLoopbackUrl(url);

type SystemLookup = (
  name: string,
  options: { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * The lookup of connections without TLS: it fails unless every address of the name is private, so that nothing goes over
 * the Internet in the clear, whatever the name means by then. By the system, as private names may stand in a hosts file.
 */
export const privateLookup =
  (lookup: SystemLookup = systemLookup): LookupFunction =>
  (name, { all }, callback) =>
    lookup(name, { all: true }, (error, addresses) => {
      const refused = error ?? refusalOf(name, addresses);
      if (refused !== null) callback(refused, '', 0);
      else if (all) callback(null, addresses);
      else callback(null, addresses[0]!.address, addresses[0]!.family);
    });

function refusalOf(name: string, addresses: readonly LookupAddress[]): Error | null {
  const address = addresses.map((each) => each.address).find((each) => !isPrivateAddress(each));
  if (address !== undefined) return new Error(`${name} has the address ${address}, which is not private`);
  return addresses.length === 0 ? new Error('the name has no address') : null;
}
