import { resolve4, resolve6 } from 'node:dns/promises';
import { type IncomingHttpHeaders, type IncomingMessage, type RequestOptions, request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { type LookupFunction, isIP, isIPv6 } from 'node:net';
import { isLoopbackUrl, urlProblem } from '../config/url-setting';
import { isLoopbackAddress, isPublicAddress } from './public-address';

export interface OutboundOptions {
  /** Default GET. */
  method?: 'GET' | 'POST';
  headers?: Readonly<Record<string, string>>;
  body?: string;
  /** A longer answer is refused before it is read to its end. */
  maxBytes: number;
  /** For all of it: names, connection, answer. */
  timeoutMs: number;
  /** Where `AUTH_URL` is loopback: this machine may be called, by http too. */
  allowLoopback: boolean;
}

/** An answer of any status; redirects are not followed. */
export interface OutboundAnswer {
  status: number;
  /** By their names in lower case. */
  headers: IncomingHttpHeaders;
  body: string;
}

/**
 * Why nothing was fetched. Whoever named the URL may learn it: `unreachable` is said of an unknown name, a refused
 * connection and an address that is not called alike, so that nobody maps a network by asking us.
 */
export type OutboundReason = 'url_not_allowed' | 'unreachable' | 'too_slow' | 'too_large';

/** `cause` is for the log alone. */
export class OutboundError extends Error {
  constructor(
    readonly reason: OutboundReason,
    cause?: unknown,
  ) {
    super(reason, { cause });
    this.name = 'OutboundError';
  }
}

const LONGEST_HEADERS = 16_384;

/**
 * Calls a URL that a stranger named. https only; every address of its name is checked to be public, and one that was
 * checked is the one connected to: a name that answers differently the second time is not asked a second time.
 * No redirect is followed; no cookie, proxy or connection is shared.
 *
 * @throws OutboundError
 */
export async function fetchOutbound(url: string, options: OutboundOptions): Promise<OutboundAnswer> {
  if (!isCallable(url, options.allowLoopback)) throw new OutboundError('url_not_allowed');
  const signal = AbortSignal.timeout(options.timeoutMs);
  try {
    const addresses = await unlessLate(addressesOf(new URL(url).hostname), signal);
    assertAddresses(addresses, url, options.allowLoopback);
    const response = await answerOf(url, options, { signal, lookup: lookupAmong(addresses) });
    const body = await bodyOf(response, options.maxBytes);
    return { status: response.statusCode ?? 0, headers: response.headers, body };
  } catch (error) {
    if (error instanceof OutboundError) throw error;
    throw new OutboundError(signal.aborted ? 'too_slow' : 'unreachable', error);
  }
}

function isCallable(url: string, allowLoopback: boolean): boolean {
  if (urlProblem(url) !== null) return false;
  return url.startsWith('https:') || (allowLoopback && isLoopbackUrl(url));
}

/** By DNS alone, never a hosts file: a name is public or it is not ours to call. `localhost` asks nobody (RFC 6761). */
async function addressesOf(hostname: string): Promise<readonly string[]> {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (isIP(host) !== 0) return [host];
  if (/(^|\.)localhost$/i.test(host)) return ['127.0.0.1', '::1'];
  const answers = await Promise.allSettled([resolve4(host), resolve6(host)]);
  return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
}

function assertAddresses(addresses: readonly string[], url: string, allowLoopback: boolean): void {
  const isAllowed = (address: string) => {
    if (isLoopbackAddress(address)) return allowLoopback;
    return url.startsWith('https:') && isPublicAddress(address);
  };
  if (addresses.length === 0) throw new OutboundError('unreachable', new Error('the name has no address'));
  const refused = addresses.find((address) => !isAllowed(address));
  if (refused !== undefined) throw new OutboundError('unreachable', new Error(`${refused} is not called from here`));
}

/** Stands in for the resolver, which is not asked again. */
function lookupAmong(addresses: readonly string[]): LookupFunction {
  const known = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  return (_, { all }, callback) => {
    if (all) callback(null, known);
    else callback(null, known[0]!.address, known[0]!.family);
  };
}

function answerOf(
  url: string,
  { method = 'GET', headers = {}, body }: OutboundOptions,
  connection: Pick<RequestOptions, 'signal' | 'lookup'>,
): Promise<IncomingMessage> {
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  const options: RequestOptions = {
    ...connection,
    method,
    // An agent of its own: one connection for one call. Nothing is unpacked, so that what is counted is all there is.
    agent: false,
    maxHeaderSize: LONGEST_HEADERS,
    headers: { ...headers, ...length, 'accept-encoding': 'identity', connection: 'close' },
  };
  const request = url.startsWith('https:') ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    // A 101 is neither an answer nor an error to Node: the connection just closes.
    const closed = () => reject(new Error('the connection was closed without an answer'));
    request(url, options, resolve).on('error', reject).on('close', closed).end(body);
  });
}

async function bodyOf(response: IncomingMessage, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  // Leaving the loop ends the connection.
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw new OutboundError('too_large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** A resolver cannot be stopped, but it need not be waited for. */
function unlessLate<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('the time is over')), { once: true });
    work.then(resolve, reject);
  });
}
