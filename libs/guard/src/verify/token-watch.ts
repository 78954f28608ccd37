import { BearerFault, isBearerFault } from '../bearer/bearer-fault.ts';
import type { AccessTokenVerifier } from './access-token-verifier.ts';
import type { Clock } from './clock.ts';
import { systemTimers, type Timers } from './timers.ts';
import type { VerifiedAccessToken } from './token/verified-access-token.ts';

/** The longest time between two checks: a wall clock that jumps, or a withdrawn key, is noticed by then. */
const LONGEST_WAIT = 60_000;

/** Between two rounds over all watched tokens, however many revocations arrive. */
const ROUND_EVERY = 250;

/** Tokens of a round that are judged before other work may run: about 2 ms. */
const SLICE = 256;

interface Watched {
  readonly text: string;
  readonly token: VerifiedAccessToken;
  readonly onEnded: (fault: BearerFault) => void;
  cancel: () => void;
}

/** Tells when tokens end that serve longer than one call: those of open sockets. */
export class TokenWatch {
  private readonly watched = new Set<Watched>();
  private readonly timers: Timers;
  private stopListening = () => {};
  private isResting = false;
  private isDue = false;

  constructor(
    private readonly verifier: AccessTokenVerifier,
    private readonly clock: Clock,
  ) {
    this.timers = clock.after ? { after: clock.after.bind(clock) } : systemTimers;
  }

  /**
   * Calls `onEnded` once, when a verified token expires or is taken back; not while its issuer cannot be asked.
   * Returns what ends the watch.
   */
  watch(text: string, token: VerifiedAccessToken, onEnded: (fault: BearerFault) => void): () => void {
    if (this.watched.size === 0) this.stopListening = this.verifier.onRevocations(() => this.onRevocations());
    const watched: Watched = { text, token, onEnded, cancel: () => {} };
    this.watched.add(watched);
    this.arm(watched);
    // What ended between its verification and now is told after the caller has what this returns.
    queueMicrotask(() => this.watched.has(watched) && this.judge(watched));
    return () => this.drop(watched);
  }

  private arm(watched: Watched): void {
    const left = watched.token.expiresAt - this.clock.now();
    watched.cancel = this.timers.after(Math.max(0, Math.min(left, LONGEST_WAIT)), () => {
      this.judge(watched);
      if (this.watched.has(watched)) this.arm(watched);
    });
  }

  private onRevocations(): void {
    if (this.isResting) {
      this.isDue = true;
      return;
    }
    this.isResting = true;
    void this.judgeAll().then(() => this.timers.after(ROUND_EVERY, () => this.endRest()));
  }

  private endRest(): void {
    this.isResting = false;
    if (!this.isDue) return;
    this.isDue = false;
    this.onRevocations();
  }

  private async judgeAll(): Promise<void> {
    let count = 0;
    for (const watched of this.watched) {
      this.judge(watched);
      if (++count % SLICE === 0) await new Promise(setImmediate);
    }
  }

  /** Expiry first: it needs no key, which may be away by then. */
  private judge(watched: Watched): void {
    try {
      if (this.clock.now() >= watched.token.expiresAt) throw BearerFault.expiredToken();
      const answer = this.verifier.verify(watched.text, watched.token.audience);
      if ('then' in answer) answer.catch((error: unknown) => this.end(watched, error));
    } catch (error) {
      this.end(watched, error);
    }
  }

  private end(watched: Watched, error: unknown): void {
    if (!isBearerFault(error) || error.code !== 'invalid_token' || !this.drop(watched)) return;
    try {
      watched.onEnded(error);
    } catch {
      // A socket that cannot be closed is gone already; the others are still to be judged.
    }
  }

  private drop(watched: Watched): boolean {
    watched.cancel();
    const wasThere = this.watched.delete(watched);
    if (wasThere && this.watched.size === 0) this.stopListening();
    return wasThere;
  }
}
