import { createHmac, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

import { SignJWT } from 'jose';

import type { IssuerKey } from './issuer.ts';

export interface Entry {
  v: number;
  k: string;
  h: string;
  n?: number;
  exp: number;
}

export interface Document {
  claims?: Record<string, unknown>;
  header?: Record<string, unknown>;
  key?: IssuerKey;
}

/** An issuer's feed of revocations over real HTTP, by `jose` and node:crypto alone: the wire, not the guard's code. */
export class FeedServer {
  log = randomBytes(16).toString('base64url');
  version = 0;
  entries: Entry[] = [];
  /** The paths asked for. */
  readonly documents: string[] = [];
  /** The headers of streams that were opened. */
  readonly opened: IncomingMessage['headers'][] = [];
  readonly streams = new Set<ServerResponse>();
  /** Replace the answers. */
  onDocument: RequestListener | undefined;
  onStream: RequestListener | undefined;
  hasFeed = true;

  readonly issuer: string;
  private readonly server = createServer((request, response) => void this.answer(request, response));

  private constructor(
    readonly keys: IssuerKey[],
    private readonly now: () => number,
    private readonly port: number,
  ) {
    this.issuer = `http://127.0.0.1:${port}`;
  }

  static async start(keys: IssuerKey[], now: () => number): Promise<FeedServer> {
    const probe = createServer();
    await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
    const { port } = probe.address() as AddressInfo;
    await new Promise((resolve) => probe.close(resolve));
    const server = new FeedServer(keys, now, port);
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
      this.server.closeAllConnections();
    });
  }

  /** Stores an entry, and tells streams unless it is `silent`. */
  end(kind: string, value: string, { n, silent = false, exp = 1_209_600, v = ++this.version }: Ending = {}): Entry {
    const entry = {
      v,
      k: kind,
      h: this.digest(kind === 'enabled' ? 'disabled' : kind, value),
      ...(n === undefined ? {} : { n }),
      exp: Math.ceil(this.now() / 1_000) + exp,
    };
    this.entries.push(entry);
    if (!silent) this.send(kind === 'enabled' ? 'lifted' : 'ended', [entry]);
    return entry;
  }

  send(name: string, entries: unknown, log = this.log): void {
    const data = JSON.stringify({ log, v: this.version, entries });
    this.write(`id: ${log}.${this.version}\nevent: ${name}\ndata: ${data}\n\n`);
  }

  write(text: string): void {
    for (const stream of this.streams) stream.write(text);
  }

  /** Begins another history. */
  restore(entries: Entry[] = [], version = 0): void {
    this.log = randomBytes(16).toString('base64url');
    this.entries = entries;
    this.version = version;
  }

  digest(kind: string, value: string): string {
    return createHmac('sha256', this.log).update(`${kind}\0${value}`).digest().toString('base64url', 0, 16);
  }

  /** A signed document: the whole, or the rest since a version. */
  async sign(since?: number, { claims = {}, header = {}, key = this.keys.at(-1)! }: Document = {}): Promise<string> {
    const iat = Math.floor(this.now() / 1_000);
    const lifted = this.entries.filter(({ k }) => k === 'enabled').map(({ n }) => n);
    const whole = this.entries.filter(({ k, v }) => k !== 'enabled' && !lifted.includes(v));
    const entries = since === undefined ? whole : this.entries.filter(({ v }) => v > since);
    const facts = { iss: this.issuer, iat, exp: iat + 300, ttl: 60, v: this.version, log: this.log };
    return new SignJWT({ ...facts, ...(since === undefined ? {} : { since }), entries, ...claims })
      .setProtectedHeader({ alg: key.alg, typ: 'revocations+jwt', kid: key.kid, ...header })
      .sign(key.privateKey);
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '', this.issuer);
    if (pathname === '/.well-known/jwks.json') {
      response.setHeader('content-type', 'application/jwk-set+json');
      return void response.end(JSON.stringify({ keys: this.keys.map(({ jwk }) => jwk) }));
    }
    if (!this.hasFeed || !pathname.startsWith('/oauth2/revocations')) return void response.writeHead(404).end();
    if (pathname.endsWith('/events')) return this.openStream(request, response);
    this.documents.push(request.url ?? '');
    response.setHeader('content-type', 'application/revocations+jwt');
    if (this.onDocument) return void this.onDocument(request, response);
    const since = searchParams.get('log') === this.log ? Number(searchParams.get('since')) : undefined;
    const body = gzipSync(await this.sign(since));
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(body);
  }

  private openStream(request: IncomingMessage, response: ServerResponse): void {
    this.opened.push(request.headers);
    if (this.onStream) return void this.onStream(request, response);
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    this.streams.add(response);
    response.once('close', () => this.streams.delete(response));
    const { log, version: v } = this;
    response.write(`id: ${log}.${v}\nevent: hello\ndata: ${JSON.stringify({ log, v })}\n\n`);
  }
}

interface Ending {
  n?: number;
  silent?: boolean;
  /** Seconds from now. */
  exp?: number;
  v?: number;
}
