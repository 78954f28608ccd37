import { Injectable } from '@nestjs/common';
import { type Unit, get, run } from '../../platform/database/sql';
import { Units } from '../../platform/database/units';
import { type ReachedLimit, countersOf } from '../../platform/limits/counter';
import { consume } from '../../platform/limits/counting';
import { tooMany } from '../../platform/limits/too-many';

/** Milliseconds. */
const LIFETIME = 600_000;

const INSERT =
  'INSERT INTO sign_in_demands (hash, asked_at, expires_at) VALUES (?, ?, ?) ON CONFLICT (hash) DO NOTHING';
const DELETE_EXPIRED = 'DELETE FROM sign_in_demands WHERE hash = ? AND expires_at <= ?';
const SELECT = 'SELECT asked_at AS "requestedAt" FROM sign_in_demands WHERE hash = ?';

@Injectable()
export class SignInDemandRepository {
  constructor(private readonly units: Units) {}

  /**
   * @returns when this request first came, in epoch milliseconds: now, if it is new.
   * @throws OAuthError 429 if too many new ones came from the caller's network.
   */
  async firstRequestedAt(hash: string, address: string, now: number): Promise<number> {
    const counters = countersOf('sign_in_demands', { address });
    const { requestedAt, reached } = await this.units.write(function* (): Unit<{
      requestedAt: number;
      reached: ReachedLimit | null;
    }> {
      yield* run(DELETE_EXPIRED, hash, now);
      const known = yield* get<{ requestedAt: number }>(SELECT, hash);
      if (known !== undefined) return { requestedAt: known.requestedAt, reached: null };
      const reached = yield* consume(counters, now);
      if (reached === null) yield* run(INSERT, hash, now, now + LIFETIME);
      return { requestedAt: now, reached };
    });
    if (reached !== null) throw tooMany(reached, now);
    return requestedAt;
  }
}
