import type { Timers } from '../timers.ts';

export interface FreshnessSettings {
  readonly timers: Timers;
  /** Milliseconds of the monotonic clock. */
  readonly elapsed: () => number;
  readonly onStale: (heardAgo: number) => void;
  readonly onFresh: () => void;
}

/** Milliseconds: heartbeats without a signed document are trusted for as long. */
const DOCUMENT_WITHIN = 900_000;

/** Whether what is held is up to date: whether something was heard within `ttl`. */
export class Freshness {
  private heardAt: number | undefined;
  private documentAt = -Infinity;
  private ttl = 60_000;
  private stale = false;
  private cancel: (() => void) | undefined;

  constructor(private readonly settings: FreshnessSettings) {}

  get isStale(): boolean {
    return this.stale;
  }

  /** Milliseconds since something was heard; undefined before. */
  get heardAgo(): number | undefined {
    return this.heardAt === undefined ? undefined : this.settings.elapsed() - this.heardAt;
  }

  /** @param ttl milliseconds, as the document says. */
  hearDocument(ttl: number): void {
    this.ttl = ttl;
    this.documentAt = this.settings.elapsed();
    this.hear();
  }

  /** A sign of life. */
  hear(): void {
    const now = this.settings.elapsed();
    if (now - this.documentAt > DOCUMENT_WITHIN) return;
    this.heardAt = now;
    if (this.stale) {
      this.stale = false;
      this.settings.onFresh();
    }
    if (this.cancel === undefined) this.check();
  }

  close(): void {
    this.cancel?.();
  }

  private check(): void {
    const ago = this.heardAgo ?? 0;
    if (ago >= this.ttl && !this.stale) {
      this.stale = true;
      this.settings.onStale(ago);
    }
    // While it is stale, the next sign of life begins again.
    this.cancel = this.stale ? undefined : this.settings.timers.after(this.ttl - ago, () => this.check());
  }
}
