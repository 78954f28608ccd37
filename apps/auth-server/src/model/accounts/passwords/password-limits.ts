import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../platform/config/clock';
import type { Unit } from '../../../platform/database/sql';
import { Units } from '../../../platform/database/units';
import {
  type Count,
  type ReachedLimit,
  incremented,
  countersOf,
  reachedLimit,
  isRemembered,
  decreased,
  totalOf,
} from '../../../platform/limits/counter';
import { readCounts, writeCounts } from '../../../platform/limits/counting';
import { tooMany } from '../../../platform/limits/too-many';

export interface Attempt {
  emailKey: string;
  address: string;
}

/** Counts unknown emails like known ones. */
@Injectable()
export class PasswordLimits {
  constructor(
    private readonly units: Units,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws Problem 429 with `Retry-After`. */
  async assertFree(attempt: Attempt): Promise<void> {
    const now = this.clock.now();
    const { failures, successes } = countersFor(attempt);
    refuse(reachedLimitOf(await this.units.read(() => readCounts([...failures, ...successes], now)), now), now);
  }

  /**
   * Counts a failure before the password is verified, so that concurrent attempts cannot exceed the limit.
   *
   * @returns whether a failure of this attempt reaches a limit.
   * @throws Problem 429 with `Retry-After`.
   */
  async count(attempt: Attempt): Promise<boolean> {
    const now = this.clock.now();
    const { failures, successes } = countersFor(attempt);
    const { reached, isLast } = await this.units.write(function* (): Unit<{
      reached: ReachedLimit | null;
      isLast: boolean;
    }> {
      const counts = yield* readCounts([...failures, ...successes], now);
      const reached = reachedLimitOf(counts, now);
      if (reached !== null) return { reached, isLast: false };
      const failed = counts.slice(0, failures.length).map((count) => incremented(count, now));
      yield* writeCounts(failed, now);
      return { reached, isLast: reachedLimitOf([...failed, ...counts.slice(failures.length)], now) !== null };
    });
    refuse(reached, now);
    return isLast;
  }

  /** Also subtracts the failures of the same email and address from every counter. */
  async succeed(attempt: Attempt): Promise<void> {
    const now = this.clock.now();
    const { failures, successes } = countersFor(attempt);
    await this.units.write(function* (): Unit<void> {
      const counts = yield* readCounts([...failures, ...successes], now);
      const [failed, succeeded] = [counts.slice(0, failures.length), counts.slice(failures.length)];
      const ofPair = failed.filter(isOfPair).reduce((sum, count) => sum + totalOf(count), 0);
      const cleared = failed.map((count) => decreased(count, ofPair));
      yield* writeCounts([...cleared, ...succeeded.map((count) => incremented(count, now))], now);
    });
  }
}

const isOfPair = ({ by }: Count) => by === 'subject and address';

/**
 * An email that recently signed in from this address has its own attempts: neither strangers at other addresses, who use
 * up the shared try each ten seconds, nor neighbours, who use up those of the address and its network, keep it out.
 */
function reachedLimitOf(counts: readonly Count[], now: number): ReachedLimit | null {
  const isKnown = counts.some((count) => count.limit === 'password_successes' && isRemembered(count, now));
  if (!isKnown) return reachedLimit(counts, now);
  const ofPair = counts.filter(isOfPair);
  const lastAt = Math.max(...ofPair.map((count) => count.lastAt ?? 0));
  const ofSubject = counts.filter(({ by }) => by === 'subject').map((count) => ({ ...count, lastAt }));
  return reachedLimit([...ofPair, ...ofSubject], now);
}

function countersFor({ emailKey: subject, address }: Attempt) {
  const call = { subject, address };
  return { failures: countersOf('password_failures', call), successes: countersOf('password_successes', call) };
}

function refuse(reached: ReachedLimit | null, now: number): void {
  if (reached !== null) throw tooMany(reached, now);
}
