import { type IncomingHttpHeaders, type IncomingMessage, type RequestOptions, request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP } from 'node:net';
import type { Clock } from '../../platform/config/clock';
import { spellSystemError } from '../../platform/config/system-error';

export interface Answer {
  url: string;
  status: number;
  /** Names in lower case. */
  headers: IncomingHttpHeaders;
  body: string;
  /** Epoch milliseconds, by the clock of this machine. */
  sentAt: number;
  receivedAt: number;
}

/** Why there is no answer. */
export interface NoAnswer {
  url: string;
  fault: string;
}

export type Reply = Answer | NoAnswer;

export interface Question {
  method?: 'GET' | 'POST';
  headers?: Readonly<Record<string, string>>;
  body?: string;
}

/** Connects to `to` instead of `from`; an empty host or port of `from` means any, as in curl. */
export interface Detour {
  from: { host: string; port: string };
  to: Place;
}

export interface Place {
  host: string;
  port: number;
}

/** Milliseconds for a whole answer. */
const TIMEOUT = 10_000;
const MOST_BYTES = 1_000_000;

export const isAnswer = (reply: Reply): reply is Answer => 'status' in reply;

export const faultOf = (reply: Reply) =>
  isAnswer(reply) ? `${reply.url} answered ${reply.status}` : `${reply.url} did not answer: ${reply.fault}`;

/** The JSON object of an answer with this status; `null` for everything else. */
export function objectOf(reply: Reply, status = 200): Record<string, unknown> | null {
  if (!isAnswer(reply) || reply.status !== status) return null;
  try {
    const value: unknown = JSON.parse(reply.body);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}

/** Calls URLs of the operator: no redirect is followed, and a fault is an answer. */
export class Prober {
  constructor(
    private readonly clock: Pick<Clock, 'now'>,
    private readonly detours: readonly Detour[] = [],
  ) {}

  now = () => this.clock.now();

  async ask(url: string, question: Question = {}): Promise<Reply> {
    const sentAt = this.clock.now();
    try {
      const response = await this.send(new URL(url), question);
      const body = await bodyOf(response).finally(() => response.destroy());
      const { statusCode: status = 0, headers } = response;
      return { url, status, headers, body, sentAt, receivedAt: this.clock.now() };
    } catch (error) {
      return { url, fault: spell(error) };
    }
  }

  /** Where to connect for a URL. */
  placeOf({ hostname, port, protocol }: URL): Place {
    const host = hostname.replace(/^\[|\]$/g, '');
    const place = { host, port: Number(port) || (protocol === 'https:' ? 443 : 80) };
    const detour = this.detours.find(
      ({ from }) => ['', host].includes(from.host) && ['', String(place.port)].includes(from.port),
    );
    return detour?.to ?? place;
  }

  private send(url: URL, { method = 'GET', headers = {}, body }: Question): Promise<IncomingMessage> {
    const { host, port } = this.placeOf(url);
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const options: RequestOptions & { servername?: string } = {
      method,
      hostname: host,
      port,
      agent: false,
      signal: AbortSignal.timeout(TIMEOUT),
      headers: { 'user-agent': 'consentry-doctor', ...headers, ...length, host: url.host, connection: 'close' },
      ...serverName(url),
    };
    const request = url.protocol === 'https:' ? httpsRequest : httpRequest;
    return new Promise((resolve, reject) => {
      // For a 101 Node emits neither an answer nor an error, only `close`.
      const closed = () => reject(new Error('the connection was closed without an answer'));
      request(url, options, resolve).on('error', reject).on('close', closed).end(body);
    });
  }
}

/** An IP address is no server name (RFC 6066 §3). */
export const serverName = ({ hostname }: URL) =>
  isIP(hostname.replace(/^\[|\]$/g, '')) ? {} : { servername: hostname };

/** Cut off: no document that is read is that long, and a feed may be. */
async function bodyOf(response: IncomingMessage): Promise<string> {
  // It may never end.
  if (/^text\/event-stream\b/i.test(response.headers['content-type'] ?? '')) return '';
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    chunks.push(chunk);
    if (size > MOST_BYTES) break;
  }
  return Buffer.concat(chunks).toString('utf8');
}

export function spell(error: unknown): string {
  // Node reports an error for each address of a host.
  if (error instanceof AggregateError) return spell(error.errors[0]);
  const { code, syscall, message, name } = error as NodeJS.ErrnoException;
  if (name === 'AbortError' || name === 'TimeoutError') return `no answer within ${TIMEOUT / 1000} seconds`;
  return code !== undefined && syscall !== undefined ? spellSystemError(error) : message;
}
