import { purgeClients } from '../clients/client-purge';
import type { Settings } from '../config/settings';
import { REMEMBERED } from '../consents/consent.repository';
import { type BackgroundJob, batchedDelete } from '../database/batched-delete';
import { purgeGrants } from '../grants/grant-purge';
import { pendingRevocationJob } from '../grants/pending-revocation-job';
import { purgeFamilies } from '../tokens/family-purge';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** `column` needs an index; `grace` is in milliseconds. */
interface Expiry {
  table: string;
  key: string;
  column: string;
  grace?: number;
}

/** The reason for each grace is in ADR 14. */
const expiries = ({ eventsKept }: Pick<Settings, 'eventsKept'>): Expiry[] => [
  { table: 'consent_sessions', key: 'hash', column: 'expires_at', grace: REMEMBERED },
  { table: 'sign_in_sessions', key: 'id', column: 'expires_at' },
  { table: 'limit_counts', key: 'hash', column: 'expires_at' },
  { table: 'sign_in_demands', key: 'hash', column: 'expires_at' },
  { table: 'used_tokens', key: 'hash', column: 'expires_at' },
  { table: 'pushed_requests', key: 'hash', column: 'expires_at' },
  { table: 'revoked_access_tokens', key: 'jti', column: 'expires_at', grace: MINUTE },
  { table: 'logout_notices', key: 'id', column: 'expires_at', grace: HOUR },
  { table: 'authorization_codes', key: 'hash', column: 'expires_at' },
  { table: 'device_codes', key: 'hash', column: 'expires_at', grace: 10 * MINUTE },
  { table: 'initial_access_tokens', key: 'id', column: 'expires_at' },
  { table: 'events', key: 'id', column: 'at', grace: eventsKept * DAY },
  { table: 'leases', key: 'name', column: 'expires_at' },
];

/** Ordered for foreign keys: device codes and families before grants, grants before clients. */
export const backgroundJobs = (settings: Pick<Settings, 'eventsKept'>): BackgroundJob[] => [
  ...expiries(settings).map(purgeExpired),
  purgeFamilies,
  purgeGrants(),
  purgeClients(),
  pendingRevocationJob(),
];

function purgeExpired({ table, key, column, grace = 0 }: Expiry): BackgroundJob {
  const deleteBatch = batchedDelete({ table, key, where: `${column} <= ?`, order: column });
  return { name: table, runBatch: (units, now, most) => deleteBatch(units, most, now - grace) };
}
