import { Injectable } from '@nestjs/common';
import { type Unit, get, run } from '../../platform/database/sql';
import { Units } from '../../platform/database/units';
import { type ReachedLimit, countersOf } from '../../platform/limits/counter';
import { consume } from '../../platform/limits/counting';
import { tooMany } from '../../platform/limits/too-many';
import type { Caller } from './caller';

/** Milliseconds. */
const LIFETIME = 600_000;

const BEGIN = `INSERT INTO sign_in_demands (hash, asked_at, expires_at) VALUES (?, ?, ?)
  ON CONFLICT (hash) DO UPDATE SET asked_at = excluded.asked_at, expires_at = excluded.expires_at, met_by = NULL`;
const SELECT = `SELECT asked_at AS "requestedAt", met_by AS "metBy" FROM sign_in_demands WHERE hash = ? AND expires_at > ?`;
const MEET = 'UPDATE sign_in_demands SET met_by = ? WHERE hash = ?';
const SPEND = 'DELETE FROM sign_in_demands WHERE hash = ?';

interface Known {
  requestedAt: number;
  metBy: string | null;
}

@Injectable()
export class SignInDemandRepository {
  constructor(private readonly units: Units) {}

  /**
   * A sign-in since then meets the demand, that of one session alone.
   *
   * @returns when the request began, in epoch milliseconds: now, where it is new, or was met by another's sign-in.
   * @throws OAuthError 429 if too many new ones came from the caller's network.
   */
  async begunAt(hash: string, caller: Caller | null, address: string, now: number): Promise<number> {
    const counters = countersOf('sign_in_demands', { address });
    const by = caller === null ? null : (caller.sessionId ?? caller.account.id);
    const { requestedAt, reached } = await this.units.write(function* (): Unit<{
      requestedAt: number;
      reached: ReachedLimit | null;
    }> {
      const known = yield* get<Known>(SELECT, hash, now);
      if (known !== undefined && (known.metBy === null || known.metBy === by)) {
        const isMet = known.metBy === null && caller !== null && caller.authTime >= known.requestedAt;
        if (isMet) yield* run(MEET, by, hash);
        return { requestedAt: known.requestedAt, reached: null };
      }
      const reached = yield* consume(counters, now);
      if (reached === null) yield* run(BEGIN, hash, now, now + LIFETIME);
      return { requestedAt: now, reached };
    });
    if (reached !== null) throw tooMany(reached, now);
    return requestedAt;
  }
}

/** In the unit of the decision: the same link once more is another request. */
export function* spendSignInDemand(hash: string | null): Unit<void> {
  if (hash !== null) yield* run(SPEND, hash);
}
