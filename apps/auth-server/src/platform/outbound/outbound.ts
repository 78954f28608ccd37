import { resolve4, resolve6 } from 'node:dns/promises';
import { type IncomingHttpHeaders, type IncomingMessage, type RequestOptions, request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { type LookupFunction, isIP, isIPv6 } from 'node:net';
import { type InsecureHosts, urlProblem } from '../config/url-setting';
import { isLoopbackUrl } from '../../protocol/text/loopback';
import { isInsecureCall, privateLookup } from './private-lookup';
import { isLoopbackAddress, isPublicAddress } from './public-address';

export interface OutboundOptions {
  /** Default GET. */
  method?: 'GET' | 'POST';
  headers?: Readonly<Record<string, string>>;
  body?: string;
  maxBytes: number;
  /** For name lookup, connection and answer together. */
  timeoutMs: number;
  /** Where `AUTH_URL` is loopback: allows this machine, also by http. */
  allowLoopback: boolean;
  /** `INSECURE_HOSTS`: allows http to these, at private addresses alone. Default none. */
  insecureHosts?: InsecureHosts;
}

export interface OutboundAnswer<Body = string> {
  status: number;
  /** Names in lower case. */
  headers: IncomingHttpHeaders;
  body: Body;
}

/**
 * May be told to the client that named the URL. `unreachable` covers unknown names, refused connections and forbidden
 * addresses alike, so that answers do not map a network.
 */
export type OutboundReason = 'url_not_allowed' | 'unreachable' | 'too_slow' | 'too_large';

/** Only the log shows `cause`. */
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
 * Calls a URL that a client chose (SSRF): https only; every address of its name must be public, and the connection goes to
 * a checked one, without a second lookup (DNS rebinding). No redirect is followed; no cookie, proxy or connection is shared.
 *
 * @returns an answer of any status
 * @throws OutboundError
 */
export async function fetchOutbound(url: string, options: OutboundOptions): Promise<OutboundAnswer> {
  return inText(await fetchOutboundBytes(url, options));
}

/** Fetches what is no text, as {@link fetchOutbound} does text. */
export async function fetchOutboundBytes(url: string, options: OutboundOptions): Promise<OutboundAnswer<Buffer>> {
  if (!isCallable(url, options)) throw new OutboundError('url_not_allowed');
  const signal = AbortSignal.timeout(options.timeoutMs);
  try {
    const connection = isInsecureCall(url) ? { signal } : { signal, lookup: await checkedLookup(url, options, signal) };
    return await readAnswer(await answerOf(url, options, connection), options.maxBytes);
  } catch (error) {
    throw failureOf(error, signal);
  }
}

/** A URL of the operator's settings: by https at any address that the system finds for its name. */
export type OwnCall = Omit<OutboundOptions, 'allowLoopback' | 'insecureHosts'>;

/**
 * Calls a URL that the operator chose, bounded as {@link fetchOutbound} is. No redirect is followed.
 *
 * @returns an answer of any status
 * @throws OutboundError
 */
export async function fetchOwn(url: string, options: OwnCall): Promise<OutboundAnswer> {
  const signal = AbortSignal.timeout(options.timeoutMs);
  try {
    return inText(await readAnswer(await answerOf(url, options, { signal }), options.maxBytes));
  } catch (error) {
    throw failureOf(error, signal);
  }
}

const failureOf = (error: unknown, { aborted }: AbortSignal) =>
  error instanceof OutboundError ? error : new OutboundError(aborted ? 'too_slow' : 'unreachable', error);

const inText = ({ body, ...answer }: OutboundAnswer<Buffer>): OutboundAnswer => ({
  ...answer,
  body: body.toString('utf8'),
});

async function readAnswer(response: IncomingMessage, maxBytes: number): Promise<OutboundAnswer<Buffer>> {
  const body = await bodyOf(response, maxBytes);
  return { status: response.statusCode ?? 0, headers: response.headers, body };
}

function isCallable(url: string, { allowLoopback, insecureHosts = [] }: OutboundOptions): boolean {
  if (urlProblem(url, insecureHosts) !== null) return false;
  return url.startsWith('https:') || allowLoopback || !isLoopbackUrl(url);
}

async function checkedLookup(url: string, { allowLoopback }: OutboundOptions, signal: AbortSignal) {
  const addresses = await unlessLate(addressesOf(new URL(url).hostname), signal);
  assertAddresses(addresses, url, allowLoopback);
  return lookupAmong(addresses);
}

/** Resolves by DNS, never by a hosts file; `localhost` needs no lookup (RFC 6761 §6.3). */
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

/**
 * A lookup among the checked addresses. It answers later, as a real one: a connection that fails at once, for want of a
 * route or of a file descriptor, would end the process, as its request does not listen yet.
 */
function lookupAmong(addresses: readonly string[]): LookupFunction {
  const known = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  return (_, { all }, callback) =>
    void setImmediate(() => {
      if (all) callback(null, known);
      else callback(null, known[0]!.address, known[0]!.family);
    });
}

function answerOf(
  url: string,
  { method = 'GET', headers = {}, body }: OwnCall,
  connection: Pick<RequestOptions, 'signal' | 'lookup'>,
): Promise<IncomingMessage> {
  // Sockets look no address up, so none would check it.
  if (isInsecureCall(url) && isIP(new URL(url).hostname.replace(/^\[|\]$/g, '')) !== 0)
    return Promise.reject(new OutboundError('url_not_allowed'));
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  const options: RequestOptions = {
    ...(isInsecureCall(url) && { lookup: privateLookup() }),
    ...connection,
    method,
    // One connection per call, and no compression: `maxBytes` counts what arrives.
    agent: false,
    maxHeaderSize: LONGEST_HEADERS,
    headers: { ...headers, ...length, 'accept-encoding': 'identity', connection: 'close' },
  };
  const request = url.startsWith('https:') ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    // For a 101 Node emits neither an answer nor an error, only `close`.
    const closed = () => reject(new Error('the connection was closed without an answer'));
    request(url, options, resolve).on('error', reject).on('close', closed).end(body);
  });
}

async function bodyOf(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  // Leaving the loop closes the connection.
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw new OutboundError('too_large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** A DNS lookup cannot be aborted: stop waiting for it. */
function unlessLate<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('it took too long')), { once: true });
    work.then(resolve, reject);
  });
}
