import { createHmac, randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';

import type { TestKeys } from './test-keys.ts';

interface Entry {
  readonly k: string;
  readonly h: string;
  readonly n?: readonly number[];
  readonly exp: number;
}

/** Milliseconds after which a reader that got a page asks for the next one, or is gone. */
const NEXT_WITHIN = 1_000;

/** What a test issuer took back, as the auth server publishes it: signed pages, each asked for by the cursor before. */
export class TestFeed {
  private readonly log = randomBytes(16).toString('base64url');
  private readonly entries: Entry[] = [];
  /** Answers to calls that wait for what comes next. */
  private readonly held = new Set<() => void>();
  /** Timers of readers that got a page and are about to ask for the next one. */
  private readonly reading = new Set<NodeJS.Timeout>();
  private readonly onRead = new Set<() => void>();

  constructor(
    private readonly issuer: string,
    private readonly keys: TestKeys,
    private readonly now: () => number,
  ) {}

  /** Publishes an entry; `exp` is in epoch seconds. Settles when all readers have read it, or a second later. */
  async publish(kind: string, value: string, exp: number, below?: number): Promise<void> {
    const digest = createHmac('sha256', this.log).update(`${kind}\0${value}`).digest();
    const entry = { k: kind, h: digest.toString('base64url', 0, 16), exp };
    this.entries.push(below === undefined ? entry : { ...entry, n: [below] });
    const read = this.readBy(this.held.size + this.reading.size);
    for (const answer of this.held) answer();
    await read;
  }

  answerPage({ searchParams }: URL, response: ServerResponse): void {
    const cursor = searchParams.get('after')?.split('.');
    const after = cursor?.[0] === this.log ? Number(cursor[1]) : undefined;
    const wait = Number(searchParams.get('wait') ?? 0);
    const [timer] = this.reading;
    if (after !== undefined && timer !== undefined) this.endReading(timer);
    if (after === this.entries.length) for (const told of this.onRead) told();
    if (after === this.entries.length && wait > 0) this.hold(after, wait, response);
    else this.answer(after, response);
  }

  private hold(after: number, wait: number, response: ServerResponse): void {
    const end = () => {
      clearTimeout(timer);
      this.held.delete(answer);
    };
    const answer = () => (end(), this.answer(after, response));
    const timer = setTimeout(answer, wait * 1_000).unref();
    this.held.add(answer);
    response.once('close', end);
  }

  private answer(after: number | undefined, response: ServerResponse): void {
    const iat = Math.floor(this.now() / 1_000);
    const { issuer: iss, log } = this;
    const cursors = { ...(after !== undefined && { after: `${log}.${after}` }), next: `${log}.${this.entries.length}` };
    const entries = this.entries.slice(after ?? 0);
    const payload = { iss, iat, exp: iat + 300, ttl: 60, wait: 25, log, ...cursors, entries };
    response.setHeader('content-type', 'application/revocations+jwt');
    response.end(this.keys.sign({ typ: 'revocations+jwt' }, payload));
    const timer = setTimeout(() => this.endReading(timer), NEXT_WITHIN).unref();
    this.reading.add(timer);
  }

  private endReading(timer: NodeJS.Timeout): void {
    clearTimeout(timer);
    this.reading.delete(timer);
  }

  /** Settles when so many readers asked for what comes after the newest entry. */
  private readBy(count: number): Promise<void> {
    if (count === 0) return Promise.resolve();
    return new Promise((resolve) => {
      let missing = count;
      const end = () => {
        clearTimeout(timer);
        this.onRead.delete(told);
        resolve();
      };
      const told = () => --missing === 0 && end();
      const timer = setTimeout(end, NEXT_WITHIN);
      this.onRead.add(told);
    });
  }
}
