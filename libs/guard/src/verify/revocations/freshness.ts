import type { Timers } from '../timers.ts';

export interface FreshnessSettings {
  readonly timers: Timers;
  /** Milliseconds of the monotonic clock, and since 1970. */
  readonly elapsed: () => number;
  readonly now: () => number;
  /** Whether calls are refused while it is stale. */
  readonly isStrict: boolean;
  readonly onStale: (confirmedAgo: number) => void;
  readonly onFresh: () => void;
  /** The process did not run for a while: a page is to be read at once. */
  readonly onStoodStill: () => void;
}

/** Milliseconds between two looks, and by which the second one is late where the process stood still. */
const LOOK_EVERY = 1_000;
const LATE = 2_000;
/** Milliseconds for which calls wait for a page then. */
const CONFIRM_WITHIN = 1_000;

/**
 * Whether what is held is up to date: a page confirmed it within `ttl`, and the process has run since. The timers of a
 * process that is stopped sleep too, so each call judges by the age of what is held.
 */
export class Freshness {
  private confirmedAt: number | undefined;
  private ttl = 60_000;
  private stale = false;
  private closed = false;
  private lookedAt = -Infinity;
  private resumedAt = -Infinity;
  private confirmation: Promise<void> | undefined;
  private endConfirmation = () => {};
  /** By the wall clock, which a call reads anyway: between these no look is due. */
  private sureFrom = Infinity;
  private sureUntil = -Infinity;
  private cancel = () => {};

  constructor(private readonly settings: FreshnessSettings) {}

  get isStale(): boolean {
    return this.stale;
  }

  /** Milliseconds since a page confirmed what is held; undefined before. */
  get confirmedAgo(): number | undefined {
    return this.confirmedAt === undefined ? undefined : this.settings.elapsed() - this.confirmedAt;
  }

  /** Whether `look` would find nothing. @param now milliseconds since 1970. */
  isSure(now: number): boolean {
    return now >= this.sureFrom && now < this.sureUntil;
  }

  /** Has the process's pauses noticed from now on. */
  begin(): void {
    this.lookedAt = this.settings.elapsed();
    this.sureFrom = this.settings.now();
    this.lookAgain();
  }

  /** Looks at both clocks, as a machine that sleeps stops the monotonic one. Returns what calls are to wait for. */
  look(): Promise<void> | undefined {
    if (this.closed) return undefined;
    const [at, wall] = [this.settings.elapsed(), this.settings.now()];
    const passed = Math.max(at - this.lookedAt, wall - this.sureFrom);
    this.lookedAt = at;
    this.sureFrom = wall;
    if (passed > LOOK_EVERY + LATE) this.resume(at);
    if (this.confirmedAt !== undefined) this.judge(at - this.confirmedAt);
    return this.confirmation;
  }

  /** A page says that nothing is newer. @param ttl milliseconds. @param askedAt by the monotonic clock. */
  confirm(ttl: number, askedAt: number): void {
    void this.look();
    // An answer from before the process stood still says nothing of what came since.
    if (this.closed || askedAt < this.resumedAt) return;
    this.ttl = ttl;
    this.confirmedAt = this.settings.elapsed();
    this.endConfirmation();
    if (this.stale) this.settings.onFresh();
    this.stale = false;
    this.judge(0);
  }

  /** There is nothing to confirm. */
  rest(): void {
    this.sureUntil = Infinity;
  }

  close(): void {
    this.closed = true;
    this.cancel();
    this.endConfirmation();
    this.sureUntil = Infinity;
  }

  private lookAgain(): void {
    this.cancel = this.settings.timers.after(LOOK_EVERY, () => {
      void this.look();
      this.lookAgain();
    });
  }

  private resume(at: number): void {
    this.resumedAt = at;
    if (this.confirmedAt !== undefined) this.awaitConfirmation();
    this.settings.onStoodStill();
  }

  private awaitConfirmation(): void {
    this.endConfirmation();
    this.confirmation = new Promise((resolve) => {
      const cancel = this.settings.timers.after(CONFIRM_WITHIN, () => this.endConfirmation());
      this.endConfirmation = () => {
        this.confirmation = undefined;
        cancel();
        resolve();
      };
    });
  }

  private judge(age: number): void {
    const { isStrict, onStale } = this.settings;
    const isAwaited = this.confirmation !== undefined;
    if (age >= this.ttl && !this.stale && !isAwaited) {
      this.stale = true;
      onStale(age);
    }
    const sure = Math.min(LOOK_EVERY + LATE, isStrict ? this.ttl - age : Infinity);
    this.sureUntil = isAwaited ? -Infinity : this.sureFrom + sure;
  }
}
