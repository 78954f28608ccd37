import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../config/clock';
import type { Unit } from '../database/sql';
import { Units } from '../database/units';
import { Problem } from '../http/problem';
import { attemptKey, insertAttempt, pairHeldUntil, secondsUntil } from './attempts';

const CLEAR_PAIR = 'DELETE FROM sign_in_attempts WHERE email_hash = ? AND address = ?';

/** Who tries a password: the e-mail's key and the caller's address. */
export interface Attempt {
  emailKey: string;
  address: string;
}

/**
 * Stops guessing: 10 failures for one e-mail and address, or 100 for one address, in 15 minutes. Unknown e-mails
 * count alike. Kept in the database, so that all processes count together.
 */
@Injectable()
export class SignInBrake {
  constructor(
    private readonly units: Units,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws Problem 429 with `Retry-After`. */
  async assertFree(attempt: Attempt): Promise<void> {
    const now = this.clock.now();
    refuse(await this.units.read(() => pairHeldUntil(keyOf(attempt), now)), now);
  }

  /**
   * Counts a try as failed before it is judged, so that tries at the same moment cannot outrun the count.
   *
   * @returns whether it is the last one: the brake holds unless it succeeds.
   */
  async count(attempt: Attempt): Promise<boolean> {
    const now = this.clock.now();
    const key = keyOf(attempt);
    const { until, isLast } = await this.units.write(function* (): Unit<{ until: number | null; isLast: boolean }> {
      const held = yield* pairHeldUntil(key, now);
      if (held !== null) return { until: held, isLast: false };
      yield* insertAttempt(key, now);
      return { until: null, isLast: (yield* pairHeldUntil(key, now)) !== null };
    });
    refuse(until, now);
    return isLast;
  }

  /** A success clears the pair. */
  async clear(attempt: Attempt): Promise<void> {
    const { subjectHash, network } = keyOf(attempt);
    await this.units.run(CLEAR_PAIR, subjectHash, network);
  }
}

const keyOf = ({ emailKey, address }: Attempt) => attemptKey('sign_in', emailKey, address);

function refuse(until: number | null, now: number): void {
  if (until === null) return;
  const seconds = secondsUntil(until, now);
  throw new Problem(429, `too many failed tries; try again in ${seconds} seconds`, {
    headers: { 'retry-after': String(seconds) },
  });
}
