/** All in milliseconds. */
const SLOW = 1_000;
const FIRST_PAUSE = 10_000;
const LONGEST_PAUSE = 300_000;

/** Clients. */
const MOST = 10_000;

interface Slowness {
  times: number;
  pausedUntil: number;
}

/**
 * After a slow answer a client comes after all others, and is paused if the delivery failed too. A quick answer, even a
 * refusal, ends both. In this process's memory.
 */
export class ClientBackoff {
  private readonly known = new Map<number, Slowness>();

  /** Slow answers in a row. */
  timesOf(clientId: number): number {
    return this.known.get(clientId)?.times ?? 0;
  }

  isPaused(clientId: number, now: number): boolean {
    return now < (this.known.get(clientId)?.pausedUntil ?? 0);
  }

  /** @param took milliseconds. */
  note(clientId: number, { took, failed }: { took: number; failed: boolean }, now: number): void {
    // Concurrent deliveries count once.
    if (took >= SLOW && this.isPaused(clientId, now)) return;
    const times = took < SLOW ? 0 : this.timesOf(clientId) + 1;
    this.known.delete(clientId);
    if (times > 0) this.remember(clientId, { times, pausedUntil: failed ? now + pauseAfter(times) : now });
  }

  private remember(clientId: number, slowness: Slowness): void {
    this.known.set(clientId, slowness);
    const [oldest] = this.known.keys();
    if (this.known.size > MOST && oldest !== undefined) this.known.delete(oldest);
  }
}

const pauseAfter = (times: number) => Math.min(FIRST_PAUSE * 2 ** Math.min(times - 1, 10), LONGEST_PAUSE);
