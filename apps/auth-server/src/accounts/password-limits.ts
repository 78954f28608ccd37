import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../config/clock';
import type { Unit } from '../database/sql';
import { Units } from '../database/units';
import {
  type Count,
  type Held,
  counted,
  countersOf,
  heldBy,
  isRemembered,
  takenBack,
  totalOf,
} from '../limits/counter';
import { keep, look } from '../limits/counting';
import { tooMany } from '../limits/too-many';

/** A try at a password: the e-mail's key and the caller's address. */
export interface Attempt {
  emailKey: string;
  address: string;
}

/**
 * The limits `password_failures` and `password_successes`, counted in the database for all processes. Unknown e-mails
 * count as known ones do.
 */
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
    refuse(heldIn(await this.units.read(() => look([...failures, ...successes], now)), now), now);
  }

  /**
   * Counts a try as failed before it is judged, so that tries at the same moment cannot outrun the count.
   *
   * @returns whether it is the last one: a limit holds unless it succeeds.
   */
  async count(attempt: Attempt): Promise<boolean> {
    const now = this.clock.now();
    const { failures, successes } = countersFor(attempt);
    const { held, isLast } = await this.units.write(function* (): Unit<{ held: Held | null; isLast: boolean }> {
      const counts = yield* look([...failures, ...successes], now);
      const held = heldIn(counts, now);
      if (held !== null) return { held, isLast: false };
      const failed = counts.slice(0, failures.length).map((count) => counted(count, now));
      yield* keep(failed, now);
      return { held, isLast: heldIn([...failed, ...counts.slice(failures.length)], now) !== null };
    });
    refuse(held, now);
    return isLast;
  }

  /** Counts a success. It takes the failures of its e-mail and address out of every counter that they are in. */
  async succeed(attempt: Attempt): Promise<void> {
    const now = this.clock.now();
    const { failures, successes } = countersFor(attempt);
    await this.units.write(function* (): Unit<void> {
      const counts = yield* look([...failures, ...successes], now);
      const [failed, succeeded] = [counts.slice(0, failures.length), counts.slice(failures.length)];
      const ofPair = failed.filter(isOfPair).reduce((sum, count) => sum + totalOf(count), 0);
      const cleared = failed.map((count) => takenBack(count, ofPair));
      yield* keep([...cleared, ...succeeded.map((count) => counted(count, now))], now);
    });
  }
}

const isOfPair = ({ by }: Count) => by === 'subject and address';

/**
 * An address from which the account signed in of late has a try in ten seconds of its own: an attacker elsewhere could
 * otherwise use each try that passes, and keep the owner out.
 */
function heldIn(counts: readonly Count[], now: number): Held | null {
  const isKnown = counts.some((count) => count.limit === 'password_successes' && isRemembered(count, now));
  if (!isKnown) return heldBy(counts, now);
  const lastAt = Math.max(...counts.filter(isOfPair).map((count) => count.lastAt ?? 0));
  return heldBy(
    counts.map((count) => (count.by === 'subject' ? { ...count, lastAt } : count)),
    now,
  );
}

function countersFor({ emailKey: subject, address }: Attempt) {
  const call = { subject, address };
  return { failures: countersOf('password_failures', call), successes: countersOf('password_successes', call) };
}

function refuse(held: Held | null, now: number): void {
  if (held !== null) throw tooMany(held, now);
}
