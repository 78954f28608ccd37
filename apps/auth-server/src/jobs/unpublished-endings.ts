import { publishUnpublishedClients } from '../clients/unpublished-clients';
import type { BackgroundJob } from '../database/batched-delete';
import { tableWalk } from '../database/table-walk';
import type { Units } from '../database/units';
import { LONGEST_LIFE, recordRevocations } from '../revocations/record-revocation';

const DAY = 86_400_000;
/** Looking costs little, and few rows have to be written. */
const ROWS_PER_RUN = 20_000;

interface Ended {
  kind: 'family' | 'account' | 'token';
  table: string;
  key: string;
  condition: string;
  /** When the last access token that it refuses expires. */
  expiry: string;
}

/**
 * One by one, also those of an ended grant or application: tokens of an earlier version name neither the grant's epoch nor,
 * where they were exchanged, its client. Only those begun before every process had this version.
 */
const FAMILIES: Ended = {
  kind: 'family',
  table: 'refresh_families',
  key: 'id',
  condition: `revoked_at IS NOT NULL AND created_at <= (SELECT l.created_at + ${DAY} FROM revocation_logs l WHERE l.id = 1)`,
  expiry: `revoked_at + ${LONGEST_LIFE}`,
};
const ACCOUNTS: Ended = {
  kind: 'account',
  table: 'accounts',
  key: 'id',
  condition: 'closed_at IS NOT NULL',
  expiry: `closed_at + ${LONGEST_LIFE}`,
};
const TOKENS: Ended = {
  kind: 'token',
  table: 'revoked_access_tokens',
  key: 'jti',
  condition: '1 = 1',
  expiry: 'expires_at',
};

/**
 * Publishes what ended before this version ran first, or by a process of an earlier version during the upgrade (ADR 42): for a
 * day, families until no token of an earlier version lives. Then, and on a new installation, they do nothing.
 */
export const unpublishedEndings = (): BackgroundJob[] => [
  afterUpgrade(`${DAY} + ${LONGEST_LIFE}`, publishEnded(FAMILIES)),
  afterUpgrade(String(DAY), publishEnded(ACCOUNTS)),
  afterUpgrade(String(DAY), publishEnded(TOKENS)),
  afterUpgrade(String(DAY), publishUnpublishedClients(ROWS_PER_RUN)),
];

/** A key that is older than the log may have signed tokens before. */
function afterUpgrade(period: string, job: BackgroundJob): BackgroundJob {
  const isRecent = `SELECT 1 AS one FROM revocation_logs l WHERE l.id = 1 AND l.created_at + ${period} > ?
    AND l.created_at > (SELECT MIN(created_at) FROM signing_keys)`;
  return {
    name: job.name,
    runBatch: async (units, now, most) =>
      (await units.get(isRecent, now)) !== undefined && (await job.runBatch(units, now, most)),
  };
}

function publishEnded({ kind, table, key, condition, expiry }: Ended): BackgroundJob {
  const isDue = `${condition} AND ${expiry} > ?
    AND NOT EXISTS (SELECT 1 FROM revocations r WHERE r.subject = ${table}.${key} AND r.kind = '${kind}')`;
  const publish = `SELECT '${kind}', ${key}, NULL, NULL, ?, ${expiry} FROM ${table}
    WHERE ${key} > ? AND ${key} <= ? AND ${isDue}`;
  return tableWalk<string, { id: string; isOver: number }>({
    name: `unpublished ${table}`,
    select: `SELECT ${key} AS id, CASE WHEN ${condition} THEN 1 ELSE 0 END AS "isOver" FROM ${table}
      WHERE ${key} > ? ORDER BY ${key} LIMIT ?`,
    first: '',
    rowsPerRun: ROWS_PER_RUN,
    async visit(units: Units, rows, { after, last }, now) {
      if (rows.some(({ isOver }) => isOver === 1))
        await units.write(() => recordRevocations(publish, now, after, last, now));
    },
  });
}
