import { type JWTPayload, createRemoteJWKSet, decodeJwt, jwtVerify } from 'jose';
import { createHmac } from 'node:crypto';

/** Entries of one kind that expire together, as a page has them. */
export interface EntryGroup {
  k: string;
  exp: number;
  h: string;
  n?: (number | null)[];
  v?: number[];
}

/** One of them. */
export interface FeedEntry {
  k: string;
  exp: number;
  /** Base64url. */
  h: string;
  n?: number | null;
  v?: number;
}

export interface Page extends JWTPayload {
  ttl: number;
  wait: number;
  log: string;
  after?: string;
  next: string;
  more?: boolean;
  entries: EntryGroup[];
}

export interface PageRequest {
  /** Pairs of the query. */
  query?: Record<string, string>;
  headers?: Record<string, string>;
  /** Where it is not the server's own URL. */
  issuer?: string;
  /** Reads without verifying: for readers that are there as a load. */
  isTrusting?: boolean;
  signal?: AbortSignal;
}

interface Served {
  url: string;
}

/** What a service compares with an entry's `h`. */
export const digestOf = (log: string, kind: string, value: string) =>
  createHmac('sha256', log).update(`${kind}\0${value}`).digest().subarray(0, 16).toString('base64url');

export const entriesOf = ({ entries }: Pick<Page, 'entries'>): FeedEntry[] => entries.flatMap(entriesOfGroup);

function entriesOfGroup({ k, exp, h, n, v }: EntryGroup): FeedEntry[] {
  const bytes = Buffer.from(h, 'base64url');
  return Array.from({ length: bytes.length / 16 }, (_, at) => ({
    ...{ k, exp, h: bytes.subarray(16 * at, 16 * (at + 1)).toString('base64url') },
    ...(n !== undefined && { n: n[at]! }),
    ...(v !== undefined && { v: v[at]! }),
  }));
}

export const pageUrl = ({ url }: Served, query: Record<string, string> = {}) =>
  `${url}/oauth2/revocations${Object.keys(query).length === 0 ? '' : `?${new URLSearchParams(query).toString()}`}`;

/** Reads one page and verifies it as a service does. @throws for another status, with it as `cause` */
export async function readPage(server: Served, request: PageRequest = {}): Promise<Page> {
  const { query, headers, issuer, signal, isTrusting } = request;
  const answer = await fetch(pageUrl(server, query), { headers: headers ?? {}, signal: signal ?? null });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`page: ${answer.status} ${text}`, { cause: answer.status });
  return isTrusting === true ? decodeJwt<Page>(text) : verifyPage(server, text, issuer);
}

export async function verifyPage({ url }: Served, jwt: string, issuer = url): Promise<Page> {
  const { payload } = await jwtVerify<Page>(jwt, keysOf(url), { issuer, typ: 'revocations+jwt' });
  return payload;
}

const keySets = new Map<string, ReturnType<typeof createRemoteJWKSet>>();

/** Loaded again for a key that is new: a rotation is seen at once. */
function keysOf(url: string) {
  const known = keySets.get(url);
  if (known !== undefined) return known;
  const keys = createRemoteJWKSet(new URL(`${url}/.well-known/jwks.json`), { cooldownDuration: 0 });
  keySets.set(url, keys);
  return keys;
}

export interface WholeFeed {
  log: string;
  next: string;
  pages: number;
  entries: FeedEntry[];
}

/** Reads page after page until there is no more. */
export async function readFeed(server: Served, request: PageRequest = {}): Promise<WholeFeed> {
  const entries: FeedEntry[] = [];
  let page = await readPage(server, request);
  entries.push(...entriesOf(page));
  let pages = 1;
  for (; page.more === true; pages += 1) {
    page = await readPage(server, { ...request, query: { after: page.next } });
    entries.push(...entriesOf(page));
  }
  return { log: page.log, next: page.next, pages, entries };
}

/** Reads the feed and waits for what comes, as a service does; it keeps all that it was told. */
export class FeedReader {
  readonly entries: FeedEntry[] = [];
  log = '';
  next: string | undefined;
  /** Answers without anything new. */
  empty = 0;
  private readonly abort = new AbortController();
  private waiting: (() => void)[] = [];
  private ended: unknown;

  private constructor(
    private readonly server: Served,
    private readonly request: PageRequest,
  ) {}

  /** Settles when it has all pages. @throws for another status than 200, with the status as `cause` */
  static async open(server: Served, request: PageRequest = {}): Promise<FeedReader> {
    const reader = new FeedReader(server, request);
    while (await reader.read(0));
    void reader.run();
    return reader;
  }

  /** Settles when what it was told fulfils a condition. @throws if a call fails before */
  async until(isMet: () => boolean): Promise<void> {
    while (!isMet()) {
      if (this.ended !== undefined) throw this.ended as Error;
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    }
  }

  /** Waits for the entry that refuses a value. */
  async refused(kind: string, value: string): Promise<FeedEntry> {
    const isIt = ({ k, h }: FeedEntry) => k === kind && h === digestOf(this.log, kind, value);
    await this.until(() => this.entries.some(isIt));
    return this.entries.find(isIt)!;
  }

  close(): void {
    this.ended ??= new Error('the reader was closed');
    this.abort.abort();
    this.hear();
  }

  private async run(): Promise<void> {
    try {
      while (this.ended === undefined) await this.read(25);
    } catch (error) {
      this.ended ??= error;
      this.hear();
    }
  }

  private async read(wait: number): Promise<boolean> {
    const query = { ...(this.next !== undefined && { after: this.next }), ...(wait > 0 && { wait: String(wait) }) };
    const page = await readPage(this.server, { ...this.request, query, signal: this.abort.signal });
    this.log = page.log;
    this.next = page.next;
    if (page.entries.length === 0) this.empty += 1;
    this.entries.push(...entriesOf(page));
    this.hear();
    return page.more === true;
  }

  private hear(): void {
    for (const resolve of this.waiting.splice(0)) resolve();
  }
}
