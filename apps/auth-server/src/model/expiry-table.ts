import { purgeClients } from '../endings/client-purge';
import { logoCopies } from './clients/logos/logo-copies';
import type { Settings } from '../platform/config/settings';
import { REMEMBERED } from './consents/consent.repository';
import { type BackgroundJob, batchedDelete } from '../platform/database/batched-delete';
import { purgeGrants } from '../endings/grant-purge';
import { pendingRevocationJob } from '../endings/pending-revocation-job';
import { HELD } from '../protocol/request/held-request';
import { purgeFamilies } from '../endings/family-purge';
import { HOURS_KEPT } from './usage/usage.repository';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** `column` needs an index; `grace` is in milliseconds. */
interface Expiry {
  table: string;
  key: string;
  column: string;
  grace?: number;
  /** Keeps the row with the highest key, from which readers know how far they are. */
  keepsLast?: boolean;
}

/** The reason for each grace is in ADR 14. */
const expiries = ({ eventsKept }: Pick<Settings, 'eventsKept'>): Expiry[] => [
  { table: 'consent_sessions', key: 'hash', column: 'expires_at', grace: REMEMBERED },
  { table: 'sign_in_sessions', key: 'id', column: 'expires_at' },
  { table: 'mailed_tokens', key: 'hash', column: 'expires_at' },
  { table: 'limit_counts', key: 'hash', column: 'expires_at' },
  { table: 'sign_in_demands', key: 'hash', column: 'expires_at' },
  { table: 'used_jtis', key: 'hash', column: 'expires_at' },
  { table: 'pushed_requests', key: 'hash', column: 'expires_at', grace: HELD },
  { table: 'revoked_access_tokens', key: 'jti', column: 'expires_at', grace: MINUTE },
  { table: 'revocations', key: 'version', column: 'expires_at', grace: MINUTE, keepsLast: true },
  { table: 'logout_notices', key: 'id', column: 'expires_at', grace: HOUR },
  { table: 'authorization_codes', key: 'hash', column: 'expires_at' },
  { table: 'device_codes', key: 'hash', column: 'expires_at', grace: 10 * MINUTE },
  { table: 'initial_access_tokens', key: 'id', column: 'expires_at' },
  { table: 'events', key: 'id', column: 'at', grace: eventsKept * DAY },
  { table: 'usage_counts', key: 'id', column: 'hour', grace: HOURS_KEPT * HOUR },
  { table: 'leases', key: 'name', column: 'expires_at' },
];

/** Ordered for foreign keys: device codes and families before grants, grants before clients. */
export const backgroundJobs = (settings: Pick<Settings, 'eventsKept' | 'issuer'>): BackgroundJob[] => [
  ...expiries(settings).map(purgeExpired),
  purgeFamilies,
  purgeGrants(),
  purgeClients(),
  pendingRevocationJob(),
  logoCopies(settings.issuer),
];

function purgeExpired({ table, key, column, grace = 0, keepsLast = false }: Expiry): BackgroundJob {
  const others = keepsLast ? ` AND ${key} < (SELECT MAX(${key}) FROM ${table})` : '';
  const deleteBatch = batchedDelete({ table, key, where: `${column} <= ?${others}`, order: column });
  return { name: table, runBatch: (units, now, most) => deleteBatch(units, most, now - grace) };
}
