import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../config/clock';
import { type Unit, get, run } from '../database/sql';
import { Units } from '../database/units';
import { Problem } from '../http/problem';
import { hashToken } from '../protocol/opaque-secret';
import { networkOf } from './caller-network';

/** How long a try counts, in milliseconds. */
export const WINDOW = 15 * 60_000;
const PER_PAIR = 10;
const PER_ADDRESS = 100;

const NTH_OF_PAIR = `SELECT attempted_at AS at FROM sign_in_attempts
  WHERE email_hash = ? AND address = ? AND attempted_at > ? ORDER BY attempted_at DESC LIMIT 1 OFFSET ${PER_PAIR - 1}`;
const NTH_OF_ADDRESS = `SELECT attempted_at AS at FROM sign_in_attempts
  WHERE address = ? AND attempted_at > ? ORDER BY attempted_at DESC LIMIT 1 OFFSET ${PER_ADDRESS - 1}`;
const INSERT = 'INSERT INTO sign_in_attempts (email_hash, address, attempted_at) VALUES (?, ?, ?)';
const FORGET_OLD = 'DELETE FROM sign_in_attempts WHERE address = ? AND attempted_at <= ?';
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
    refuse(await this.units.read(() => heldUntil(keyOf(attempt), now)), now);
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
      const held = yield* heldUntil(key, now);
      if (held !== null) return { until: held, isLast: false };
      yield* run(FORGET_OLD, key.network, now - WINDOW);
      yield* run(INSERT, key.emailHash, key.network, now);
      return { until: null, isLast: (yield* heldUntil(key, now)) !== null };
    });
    refuse(until, now);
    return isLast;
  }

  /** A success clears the pair. */
  async clear(attempt: Attempt): Promise<void> {
    const { emailHash, network } = keyOf(attempt);
    await this.units.run(CLEAR_PAIR, emailHash, network);
  }
}

interface Key {
  emailHash: string;
  network: string;
}

const keyOf = ({ emailKey, address }: Attempt): Key => ({
  emailHash: hashToken(emailKey),
  network: networkOf(address),
});

/** When the brake lets go; `null` where it does not hold. */
function* heldUntil({ emailHash, network }: Key, now: number): Unit<number | null> {
  const since = now - WINDOW;
  const pair = yield* get<{ at: number }>(NTH_OF_PAIR, emailHash, network, since);
  const address = yield* get<{ at: number }>(NTH_OF_ADDRESS, network, since);
  if (pair === undefined && address === undefined) return null;
  return Math.max(pair?.at ?? 0, address?.at ?? 0) + WINDOW;
}

function refuse(until: number | null, now: number): void {
  if (until === null) return;
  const seconds = Math.max(1, Math.ceil((until - now) / 1000));
  throw new Problem(429, `too many failed tries; try again in ${seconds} seconds`, {
    headers: { 'retry-after': String(seconds) },
  });
}
