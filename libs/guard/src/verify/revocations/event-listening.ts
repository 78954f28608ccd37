import { isJsonObject, type JsonObject } from '../token/compact-jws.ts';
import type { Timers } from '../timers.ts';
import { EventParser } from './event-parser.ts';
import { readEvents } from './event-stream.ts';
import { FeedRefusal } from './feed-errors.ts';

export interface EventListeningSettings {
  readonly uri: string;
  readonly authorization: string | undefined;
  readonly timers: Timers;
  /** Milliseconds of the monotonic clock. */
  readonly elapsed: () => number;
  /** Where to go on: an event's id, as the feed has them. */
  readonly heldId: () => string | undefined;
  /** An event, or undefined for one that is no JSON object; the first is `hello`. */
  readonly onEvent: (name: string, data: JsonObject | undefined) => void;
  readonly onHeard: () => void;
  /** A stream that was live ended; `in order` where the issuer said so before. */
  readonly onLost: (how: 'in order' | 'broken') => void;
  /** A try is over: `hello` came, or none will. */
  readonly onTried: () => void;
  readonly warn: (message: string) => void;
}

/** Milliseconds. The issuer sends a heartbeat every 5 s. */
const HELLO_WITHIN = 5_000;
const SILENT_FOR = 8_000;
const STABLE_AFTER = 30_000;
const FIRST_RETRY = 500;
const LONGEST_RETRY = 30_000;
const WITHOUT_STREAM = 600_000;
const FULL = 60_000;
const MUTE_RETRY = 30_000;

/** Keeps a stream of events open, as far as the issuer and what is between allow it. */
export class EventListening {
  private live = false;
  private failures = 0;
  private mute = 0;
  private abort: AbortController | undefined;
  private cancel = () => {};
  private closed = false;

  constructor(private readonly settings: EventListeningSettings) {}

  /** Whether events come as they happen. */
  get isLive(): boolean {
    return this.live;
  }

  start(): void {
    if (this.closed || this.abort !== undefined) return;
    void this.connect().then((delay) => this.again(delay));
  }

  close(): void {
    this.closed = true;
    this.cancel();
    this.abort?.abort();
  }

  private again(delay: number): void {
    this.abort = undefined;
    if (!this.closed) this.cancel = this.settings.timers.after(delay, () => this.start());
  }

  /** @returns the milliseconds after which to try again. */
  private async connect(): Promise<number> {
    const { elapsed, onLost, onTried } = this.settings;
    const abort = (this.abort = new AbortController());
    const parser = new EventParser();
    const startedAt = elapsed();
    const error = await this.listen(abort, parser).catch((reason: unknown) => reason ?? new Error('broken'));
    const wasLive = this.live;
    this.live = false;
    if (this.closed) return 0;
    if (wasLive) onLost(error === undefined && parser.retry !== undefined ? 'in order' : 'broken');
    else onTried();
    if (elapsed() - startedAt >= STABLE_AFTER) this.failures = 0;
    return wasLive ? (parser.retry ?? this.backoff()) : this.refusedFor(error, abort.signal.aborted);
  }

  private async listen(abort: AbortController, parser: EventParser): Promise<void> {
    const { uri, authorization, heldId, onHeard } = this.settings;
    const silence = new Deadline(this.settings.timers, () => abort.abort());
    silence.set(HELLO_WITHIN);
    const onBytes = () => {
      if (!this.live) return;
      silence.set(SILENT_FOR);
      onHeard();
    };
    const request = { uri, authorization, lastEventId: heldId(), signal: abort.signal, onBytes };
    try {
      for await (const { name, data } of readEvents(request, parser)) {
        if (name === 'hello') this.welcome();
        onBytes();
        if (this.live) this.settings.onEvent(name, parseData(data));
      }
    } finally {
      silence.clear();
    }
  }

  private welcome(): void {
    this.live = true;
    this.mute = 0;
    this.settings.onTried();
  }

  private refusedFor(error: unknown, wasMute: boolean): number {
    const { status, retryAfter } = error instanceof FeedRefusal ? error : {};
    if (status === 404) return WITHOUT_STREAM;
    // 503: more listeners than the issuer takes.
    if (status === 503 || retryAfter !== undefined) return Math.max(retryAfter ?? FULL, 1_000) * (1 + Math.random());
    return wasMute ? this.whenMute() : this.backoff();
  }

  /** A proxy that buffers, or a server that hangs. */
  private whenMute(): number {
    if (this.mute++ === 0) {
      const why =
        'does a proxy buffer it? (`X-Accel-Buffering: no` is set.) Revocations are polled until it comes through';
      this.settings.warn(`No event came from ${this.settings.uri} within ${HELLO_WITHIN / 1_000} s: ${why}.`);
    }
    return Math.min(MUTE_RETRY * 2 ** (this.mute - 1), WITHOUT_STREAM) * (0.5 + Math.random() / 2);
  }

  private backoff(): number {
    return Math.min(FIRST_RETRY * 2 ** this.failures++, LONGEST_RETRY) * (0.5 + Math.random() / 2);
  }
}

function parseData(data: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(data);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Something that is due, each time put off. */
class Deadline {
  private cancel = () => {};

  constructor(
    private readonly timers: Timers,
    private readonly onMissed: () => void,
  ) {}

  set(milliseconds: number): void {
    this.cancel();
    this.cancel = this.timers.after(milliseconds, this.onMissed);
  }

  clear(): void {
    this.cancel();
  }
}
