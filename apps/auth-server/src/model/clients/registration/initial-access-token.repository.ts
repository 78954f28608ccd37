import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../platform/config/clock';
import { SETTINGS, type Settings } from '../../../platform/config/settings';
import { type Unit, all, run } from '../../../platform/database/sql';
import { timeOrderedId } from '../../../platform/database/time-ordered-id';
import { Units } from '../../../platform/database/units';
import { hashToken, newInitialAccessToken } from '../../../protocol/token/opaque-secret';

/** Epoch milliseconds. */
export interface LiveToken {
  id: string;
  createdAt: number;
  expiresAt: number;
}

export const MOST_TOKENS = 20;

const LIVE = 'revoked_at IS NULL AND expires_at > ?';
const INSERT = `INSERT INTO initial_access_tokens (id, account_id, hash, created_at, expires_at)
  SELECT ?, id, ?, ?, ? FROM accounts WHERE id = ? AND closed_at IS NULL
    AND (SELECT COUNT(*) FROM initial_access_tokens WHERE account_id = ? AND ${LIVE}) < ${MOST_TOKENS}`;
const SELECT_LIVE = `SELECT id, created_at AS "createdAt", expires_at AS "expiresAt" FROM initial_access_tokens
  WHERE account_id = ? AND ${LIVE} ORDER BY id`;
const REVOKE = 'UPDATE initial_access_tokens SET revoked_at = ? WHERE id = ? AND account_id = ? AND revoked_at IS NULL';
const FIND = `SELECT t.account_id AS "accountId" FROM initial_access_tokens t JOIN accounts a ON a.id = t.account_id AND a.closed_at IS NULL AND a.disabled_at IS NULL
  WHERE t.hash = ? AND t.${LIVE}`;
const FIND_OF_DEVELOPER = `${FIND} AND (a.developer_since IS NOT NULL OR a.admin_since IS NOT NULL)`;

@Injectable()
export class InitialAccessTokenRepository {
  constructor(
    private readonly units: Units,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @returns `null` if the account has {@link MOST_TOKENS} already. */
  async create(accountId: string, ttlSeconds: number): Promise<(LiveToken & { token: string }) | null> {
    const now = this.clock.now();
    const made = { id: timeOrderedId(now), createdAt: now, expiresAt: now + ttlSeconds * 1000 };
    const token = newInitialAccessToken();
    const values = [made.id, hashToken(token), now, made.expiresAt, accountId, accountId, now];
    return (await this.units.run(INSERT, ...values)) === 0 ? null : { ...made, token };
  }

  listOf(accountId: string): Promise<LiveToken[]> {
    const now = this.clock.now();
    return this.units.read(function* (): Unit<LiveToken[]> {
      const rows = yield* all<LiveToken>(SELECT_LIVE, accountId, now);
      return rows.map(({ id, createdAt, expiresAt }) => ({
        id,
        createdAt: Number(createdAt),
        expiresAt: Number(expiresAt),
      }));
    });
  }

  /** @returns whether the token existed. */
  async revoke(id: string, accountId: string): Promise<boolean> {
    const now = this.clock.now();
    return this.units.write(function* (): Unit<boolean> {
      return (yield* run(REVOKE, now, id, accountId)) > 0;
    });
  }

  /** The account that made a live token, if it may still make such tokens. */
  async findAccount(token: string): Promise<string | null> {
    const [hash, now] = [hashToken(token), this.clock.now()];
    const find = this.settings.developers === 'all' ? FIND : FIND_OF_DEVELOPER;
    return (await this.units.get<{ accountId: string }>(find, hash, now))?.accountId ?? null;
  }
}
