import { type JWTPayload, createRemoteJWKSet, jwtVerify } from 'jose';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, type RequestOptions, request } from 'node:http';

export interface FeedEntry {
  v: number;
  k: string;
  h: string;
  n?: number;
  exp: number;
}

export interface Snapshot extends JWTPayload {
  ttl: number;
  v: number;
  log: string;
  since?: number;
  entries: FeedEntry[];
}

export interface FeedEvent {
  /** `comment` for a line that begins with a colon. */
  event: string;
  data: { log: string; v: number; entries?: FeedEntry[] };
  id?: string;
  retry?: number;
}

interface Served {
  url: string;
}

/** What a service compares with an entry's `h`. */
export const digestOf = (log: string, kind: string, value: string) =>
  createHmac('sha256', log).update(`${kind}\0${value}`).digest().subarray(0, 16).toString('base64url');

/** Reads a snapshot and verifies it as a service does. @param issuer where it is not the server's own URL */
export async function readSnapshot(
  { url }: Served,
  {
    query = '',
    issuer = url,
    headers = {},
  }: { query?: string; issuer?: string; headers?: Record<string, string> } = {},
): Promise<Snapshot> {
  const answer = await fetch(`${url}/oauth2/revocations${query}`, { headers });
  if (answer.status !== 200) throw new Error(`snapshot: ${answer.status} ${await answer.text()}`);
  return verifySnapshot({ url }, await answer.text(), issuer);
}

export async function verifySnapshot({ url }: Served, jwt: string, issuer = url): Promise<Snapshot> {
  const keys = createRemoteJWKSet(new URL(`${url}/.well-known/jwks.json`));
  const { payload } = await jwtVerify<Snapshot>(jwt, keys, { issuer, typ: 'revocations+jwt' });
  return payload;
}

/** An open stream of events, and all that came by it. */
export class FeedReader {
  readonly events: FeedEvent[] = [];
  private text = '';
  private waiting: (() => void)[] = [];

  private constructor(
    private readonly call: ClientRequest,
    readonly answer: IncomingMessage,
  ) {
    answer.setEncoding('utf8').on('data', (chunk: string) => this.take(chunk));
    answer.on('error', () => undefined);
    answer.once('close', () => this.hear());
  }

  /** Settles with the answer's head. @throws for another status than 200, with the status as `cause` */
  static async open({ url }: Served, options: RequestOptions = {}): Promise<FeedReader> {
    const call = request(`${url}/oauth2/revocations/events`, { agent: false, ...options });
    call.on('error', () => undefined).end();
    const [answer] = (await once(call, 'response')) as [IncomingMessage];
    if (answer.statusCode === 200) return new FeedReader(call, answer);
    const body = (await answer.setEncoding('utf8').toArray()).join('');
    throw new Error(`stream: ${answer.statusCode} ${body}`, { cause: answer.statusCode });
  }

  get hasEnded(): boolean {
    return this.answer.closed;
  }

  /** The entries of all events of that name. */
  entries(event: 'ended' | 'lifted'): FeedEntry[] {
    return this.events.filter((one) => one.event === event).flatMap(({ data }) => data.entries ?? []);
  }

  /** Waits for an event, which may have come. @throws if the stream ends before */
  async find(is: (event: FeedEvent) => boolean): Promise<FeedEvent> {
    for (;;) {
      const found = this.events.find(is);
      if (found !== undefined) return found;
      if (this.hasEnded) throw new Error(`the stream ended: ${JSON.stringify(this.events)}`);
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    }
  }

  named = (event: string) => this.find((one) => one.event === event);

  /** Waits for the entry that refuses a value. */
  async refused(kind: string, value: string): Promise<FeedEntry> {
    const { data } = await this.named('hello');
    const isIt = ({ k, h }: FeedEntry) => k === kind && h === digestOf(data.log, kind, value);
    const { data: found } = await this.find(({ event, data }) => event === 'ended' && !!data.entries?.some(isIt));
    return found.entries!.find(isIt)!;
  }

  async ended(): Promise<void> {
    if (!this.hasEnded) await new Promise((resolve) => this.answer.once('close', resolve));
  }

  close(): void {
    this.call.destroy();
  }

  private take(chunk: string): void {
    this.text += chunk;
    const blocks = this.text.split('\n\n');
    this.text = blocks.pop()!;
    this.events.push(...blocks.map(parseEvent));
    this.hear();
  }

  private hear(): void {
    for (const resolve of this.waiting.splice(0)) resolve();
  }
}

function parseEvent(block: string): FeedEvent {
  const event: FeedEvent = { event: 'comment', data: { log: '', v: NaN } };
  for (const line of block.split('\n')) {
    const [name, value] = [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()];
    if (name === 'event') event.event = value;
    if (name === 'data') event.data = JSON.parse(value) as FeedEvent['data'];
    if (name === 'id') event.id = value;
    if (name === 'retry') event.retry = Number(value);
  }
  return event;
}
