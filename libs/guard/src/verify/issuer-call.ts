import { type LookupAddress, lookup as systemLookup } from 'node:dns';
import { type IncomingMessage, request } from 'node:http';
import { isIPv4, BlockList, type LookupFunction } from 'node:net';
import { Readable } from 'node:stream';

export const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

export interface IssuerCall {
  readonly method?: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: URLSearchParams;
  readonly signal: AbortSignal;
}

export type Caller = (url: string, call: IssuerCall) => Promise<Response>;

/** Calls what the operator chose, wherever it is; no redirect is followed. */
export const callAnywhere: Caller = (url, call) => fetch(url, { ...call, redirect: 'manual' });

/**
 * Calls an issuer; no redirect is followed. By http, which the options allow to `insecureHosts` alone, each connection fails
 * unless every address of the name is private: `fetch` cannot check what it connects to.
 */
export const callIssuer: Caller = (url, call) => {
  const { protocol, hostname } = new URL(url);
  const isInsecure = protocol === 'http:' && !LOOPBACK.includes(hostname);
  return isInsecure ? callPrivately(url, call) : callAnywhere(url, call);
};

function callPrivately(url: string, { method = 'GET', headers, body, signal }: IssuerCall): Promise<Response> {
  const content = body?.toString() ?? '';
  const ofContent = body && {
    'content-type': 'application/x-www-form-urlencoded',
    'content-length': String(Buffer.byteLength(content)),
  };
  const options = {
    ...{ method, signal, lookup: privateLookup(), agent: false },
    headers: { ...headers, ...ofContent, 'accept-encoding': 'identity' },
  };
  return new Promise((resolve, reject) => {
    const onAnswer = (answer: IncomingMessage) => {
      try {
        resolve(responseOf(answer));
      } catch (error) {
        answer.destroy();
        reject(new Error('the answer cannot be read', { cause: error }));
      }
    };
    request(url, options, onAnswer).on('error', reject).end(content);
  });
}

function responseOf(answer: IncomingMessage): Response {
  const { statusCode: status = 0, headers } = answer;
  const texts = Object.entries(headers).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as [string, string]] : [],
  );
  const isEmpty = [204, 205, 304].includes(status);
  if (isEmpty) answer.resume();
  return new Response(isEmpty ? null : Readable.toWeb(answer), { status, headers: texts });
}

/** Loopback, and what routers of the public Internet never carry (RFC 1918, RFC 4193). */
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

type SystemLookup = (
  name: string,
  options: { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** A lookup that fails unless every address of the name is private. */
export const privateLookup =
  (lookup: SystemLookup = systemLookup): LookupFunction =>
  (name, { all }, callback) =>
    lookup(name, { all: true }, (error, addresses) => {
      const refused = error ?? refusalOf(name, addresses);
      if (refused !== undefined) callback(refused, '', 0);
      else if (all) callback(null, addresses);
      else callback(null, addresses[0]!.address, addresses[0]!.family);
    });

function refusalOf(name: string, addresses: readonly LookupAddress[]): Error | undefined {
  if (addresses.length === 0) return new Error('the name has no address');
  const isPublic = (address: string) => !privateAddresses.check(address, isIPv4(address) ? 'ipv4' : 'ipv6');
  const found = addresses.find(({ address }) => isPublic(address));
  return found && new Error(`${name} has the address ${found.address}, which is not private`);
}
