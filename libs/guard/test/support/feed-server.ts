import { createHmac, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

import { SignJWT } from 'jose';

import type { Clock } from '../../src/index.ts';
import { systemTimers } from '../../src/verify/timers.ts';
import type { IssuerKey } from './issuer.ts';

export interface Entry {
  v: number;
  k: string;
  h: string;
  n?: number;
  exp: number;
}

export interface Page {
  claims?: Record<string, unknown>;
  header?: Record<string, unknown>;
  key?: IssuerKey;
}

/** An issuer's feed of revocations over real HTTP, by `jose` and node:crypto alone: the wire, not the guard's code. */
export class FeedServer {
  log = randomBytes(16).toString('base64url');
  version = 0;
  entries: Entry[] = [];
  /** Entries of a page that is closed. */
  pageSize = Infinity;
  /** Seconds for which calls are held, as pages say; with `hasPlaces` false none is, and the answer says so. */
  wait = 25;
  hasPlaces = true;
  /** Accepts calls and answers none. */
  isFrozen = false;
  /** The paths asked for, and the headers of the calls. */
  readonly calls: string[] = [];
  readonly headers: IncomingMessage['headers'][] = [];
  /** Answers to calls that wait. */
  readonly held = new Set<() => void>();
  /** Replaces the answers. */
  onPage: RequestListener | undefined;
  /** Of the issuer; undefined is a 404. */
  metadata: object | undefined;
  hasFeed = true;

  readonly issuer: string;
  private readonly server = createServer((request, response) => void this.answer(request, response));

  private constructor(
    readonly keys: IssuerKey[],
    private readonly clock: Clock,
    private readonly port: number,
  ) {
    this.issuer = `http://127.0.0.1:${port}`;
    this.metadata = { issuer: this.issuer, revocations_uri: `${this.issuer}/oauth2/revocations` };
  }

  static async start(keys: IssuerKey[], clock: Clock): Promise<FeedServer> {
    const probe = createServer();
    await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
    const { port } = probe.address() as AddressInfo;
    await new Promise((resolve) => probe.close(resolve));
    const server = new FeedServer(keys, clock, port);
    await server.up();
    return server;
  }

  up(): Promise<void> {
    return new Promise((resolve) => this.server.listen(this.port, '127.0.0.1', resolve));
  }

  down(): Promise<void> {
    if (!this.server.listening) return Promise.resolve();
    return new Promise((resolve) => {
      this.server.close(() => resolve());
      this.cut();
    });
  }

  /** Breaks all connections. */
  cut(): void {
    this.server.closeAllConnections();
  }

  /** Stores an entry, and answers calls that wait unless it is `silent`. */
  end(kind: string, value: string, { n, silent = false, exp = 1_209_600, v = ++this.version }: Ending = {}): Entry {
    const entry = {
      v,
      k: kind,
      h: this.digest(kind === 'enabled' ? 'disabled' : kind, value),
      ...(n === undefined ? {} : { n }),
      exp: Math.ceil(this.clock.now() / 1_000) + exp,
    };
    this.entries.push(entry);
    if (!silent) this.release();
    return entry;
  }

  /** Answers the calls that wait. */
  release(): void {
    for (const answer of this.held) answer();
  }

  /** Leaves a call without an answer. */
  readonly hang: RequestListener = (_, response) => this.hold(response, () => undefined);

  /** Begins another history. */
  restore(entries: Entry[] = []): void {
    this.log = randomBytes(16).toString('base64url');
    this.entries = entries;
    this.version = entries.length;
  }

  digest(kind: string, value: string): string {
    return createHmac('sha256', this.log).update(`${kind}\0${value}`).digest().toString('base64url', 0, 16);
  }

  /** The page after a version; the first one where it is undefined. */
  async sign(after?: number, { claims = {}, header = {}, key = this.keys.at(-1)! }: Page = {}): Promise<string> {
    const iat = Math.floor(this.clock.now() / 1_000);
    const newer = this.entries.filter(({ v }) => v > (after ?? 0)).sort((one, other) => one.v - other.v);
    const listed = newer.slice(0, this.pageSize);
    const more = listed.length < newer.length;
    const next = this.cursor(more ? listed.at(-1)!.v : this.version, key);
    const facts = { iss: this.issuer, iat, exp: iat + (more ? 172_800 : 300), ttl: 60, wait: this.wait, log: this.log };
    const cursors = { ...(after !== undefined && { after: this.cursor(after, key) }), next, ...(more && { more }) };
    return new SignJWT({ ...facts, ...cursors, entries: grouped(listed), ...claims })
      .setProtectedHeader({ alg: key.alg, typ: 'revocations+jwt', kid: key.kid, ...header })
      .sign(key.privateKey);
  }

  private cursor(version: number, key: IssuerKey): string {
    return `${this.log}.${version}.${key.kid}`;
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '', this.issuer);
    if (this.isFrozen) return void this.hang(request, response);
    if (url.pathname === '/.well-known/jwks.json') {
      response.setHeader('content-type', 'application/jwk-set+json');
      return void response.end(JSON.stringify({ keys: this.keys.map(({ jwk }) => jwk) }));
    }
    if (url.pathname.startsWith('/.well-known/oauth') && this.metadata !== undefined) {
      return void response.setHeader('content-type', 'application/json').end(JSON.stringify(this.metadata));
    }
    if (url.pathname !== '/oauth2/revocations') return void response.writeHead(404).end();
    this.calls.push(url.search);
    this.headers.push(request.headers);
    if (!this.hasFeed) return void response.writeHead(404).end();
    response.setHeader('content-type', 'application/revocations+jwt');
    if (this.onPage) return void this.onPage(request, response);
    await this.answerPage(url.searchParams, response);
  }

  private async answerPage(query: URLSearchParams, response: ServerResponse): Promise<void> {
    const seconds = Number(query.get('wait') ?? 0);
    const answer = async () => response.end(gzipSync(await this.sign(this.versionOf(query.get('after')))));
    response.setHeader('content-encoding', 'gzip');
    if (this.versionOf(query.get('after')) !== this.version || seconds === 0) return void (await answer());
    if (this.hasPlaces) return this.hold(response, () => void answer(), seconds * 1_000);
    response.setHeader('retry-after', '1');
    await answer();
  }

  /** Of a cursor of this log and key; else a page begins anew. */
  private versionOf(cursor: string | null): number | undefined {
    const [log, version, kid] = cursor?.split('.') ?? [];
    const isKnown = log === this.log && kid === this.keys.at(-1)?.kid && Number(version) <= this.version;
    return isKnown ? Number(version) : undefined;
  }

  private hold(response: ServerResponse, answer: () => void, milliseconds?: number): void {
    const end = () => {
      cancel();
      this.held.delete(once);
    };
    const once = () => (end(), answer());
    const timers = this.clock.after ? (this.clock as Required<Clock>) : systemTimers;
    const cancel = milliseconds === undefined ? () => {} : timers.after(milliseconds, once);
    this.held.add(once);
    response.once('close', end);
  }
}

/** Entries of a kind that expire together travel as one string of digests. */
function grouped(entries: readonly Entry[]): object[] {
  const groups = new Map<string, Entry[]>();
  for (const entry of entries) {
    const name = `${entry.k} ${entry.exp}`;
    groups.set(name, [...(groups.get(name) ?? []), entry]);
  }
  return [...groups.values()].map((group) => {
    const [{ k, exp, n }] = group as [Entry];
    const h = Buffer.concat(group.map((entry) => Buffer.from(entry.h, 'base64url'))).toString('base64url');
    const isState = k === 'disabled' || k === 'enabled';
    return {
      k,
      exp,
      h,
      ...(n !== undefined && { n: group.map((entry) => entry.n) }),
      ...(isState && { v: group.map(({ v }) => v) }),
    };
  });
}

interface Ending {
  n?: number;
  silent?: boolean;
  /** Seconds from now. */
  exp?: number;
  v?: number;
}
