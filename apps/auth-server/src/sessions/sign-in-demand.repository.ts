import { Injectable } from '@nestjs/common';
import { type Unit, get, run } from '../database/sql';
import { Units } from '../database/units';

/** How long a request may wait for its sign-in, in milliseconds. */
const WAITING = 600_000;

const NOTE = 'INSERT INTO sign_in_demands (hash, asked_at, expires_at) VALUES (?, ?, ?) ON CONFLICT (hash) DO NOTHING';
const FORGET_OVER = 'DELETE FROM sign_in_demands WHERE hash = ? AND expires_at <= ?';
const SELECT = 'SELECT asked_at AS "askedAt" FROM sign_in_demands WHERE hash = ?';

/** Requests that want the account to sign in for them. */
@Injectable()
export class SignInDemandRepository {
  constructor(private readonly units: Units) {}

  /** When this request came first, in epoch milliseconds: now, where it did not come before. */
  firstAskedAt(hash: string, now: number): Promise<number> {
    return this.units.write(function* (): Unit<number> {
      yield* run(FORGET_OVER, hash, now);
      yield* run(NOTE, hash, now, now + WAITING);
      return (yield* get<{ askedAt: number }>(SELECT, hash))?.askedAt ?? now;
    });
  }
}
