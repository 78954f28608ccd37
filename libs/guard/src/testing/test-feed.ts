import { createHmac, randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

import type { TestKeys } from './test-keys.ts';

interface Entry {
  readonly v: number;
  readonly k: string;
  readonly h: string;
  readonly n?: number;
  readonly exp: number;
}

/** What a test issuer took back, as the auth server publishes it: a signed snapshot and a stream of events. */
export class TestFeed {
  private readonly log = randomBytes(16).toString('base64url');
  private readonly entries: Entry[] = [];
  private readonly listeners = new Set<ServerResponse>();

  constructor(
    private readonly issuer: string,
    private readonly keys: TestKeys,
    private readonly now: () => number,
  ) {}

  /** Publishes an entry; `exp` is in epoch seconds. Settles when it was written to every listener. */
  async publish(kind: string, value: string, exp: number, below?: number): Promise<void> {
    const digest = createHmac('sha256', this.log).update(`${kind}\0${value}`).digest().subarray(0, 16);
    const entry = { v: this.entries.length + 1, k: kind, h: digest.toString('base64url'), exp };
    this.entries.push(below === undefined ? entry : { ...entry, n: below });
    const text = this.event('ended', { entries: [this.entries.at(-1)] });
    await Promise.all(
      [...this.listeners].map((listener) => new Promise<void>((done) => listener.write(text, () => done()))),
    );
  }

  answerSnapshot(response: ServerResponse): void {
    const iat = Math.floor(this.now() / 1_000);
    const { issuer: iss, log, entries } = this;
    const payload = { iss, iat, exp: iat + 300, ttl: 60, v: entries.length, log, entries };
    response.setHeader('content-type', 'application/revocations+jwt');
    response.end(this.keys.sign({ typ: 'revocations+jwt' }, payload));
  }

  openStream(request: IncomingMessage, response: ServerResponse): void {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    response.write(this.event('hello', {}));
    const heartbeat = setInterval(() => response.write(': heartbeat\n\n'), 5_000).unref();
    this.listeners.add(response);
    request.socket.once('close', () => {
      clearInterval(heartbeat);
      this.listeners.delete(response);
    });
  }

  private event(name: string, more: object): string {
    const v = this.entries.length;
    const { log } = this;
    return `event: ${name}\nid: ${log}.${v}\ndata: ${JSON.stringify({ log, v, ...more })}\n\n`;
  }
}
