import { type BackgroundJob, batchedDelete } from '../platform/database/batched-delete';
import type { Unit } from '../platform/database/sql';
import { tableWalk } from '../platform/database/table-walk';
import { ensurePendingRevocation } from './grant-revocation';
import { ENDED_PARTIES } from './grant-parties';

const HOUR = 3_600_000;

interface Row {
  id: string;
  client: number | null;
  account: string | null;
}

/** Checks `revoked_at` again, as an approval may have restarted the grant. After an hour its codes have expired. */
const deleteBatch = batchedDelete({
  table: 'grants',
  key: 'id',
  where: `id > ? AND id <= ? AND revoked_at <= ?
    AND NOT EXISTS (SELECT 1 FROM device_codes d WHERE d.grant_id = grants.id)
    AND NOT EXISTS (SELECT 1 FROM refresh_families f WHERE f.grant_id = grants.id)`,
  order: 'id',
});

/** Also ensures pending revocations for grants that an approval gave while their account or client ended (ADR 24). */
export const purgeGrants = (): BackgroundJob =>
  tableWalk<string, Row>({
    name: 'grants',
    select: `SELECT id, ${ENDED_PARTIES('grants')} FROM grants WHERE id > ? ORDER BY id LIMIT ?`,
    first: '',
    async visit(units, rows, { after, last }, now) {
      const clients = new Set(rows.flatMap(({ client }) => client ?? []));
      const accounts = new Set(rows.flatMap(({ account }) => account ?? []));
      if (clients.size + accounts.size > 0) await units.write(() => ensureRevocations(clients, accounts, now));
      await deleteBatch(units, rows.length, after, last, now - HOUR);
    },
  });

function* ensureRevocations(clients: Iterable<number>, accounts: Iterable<string>, now: number): Unit<void> {
  for (const client of clients) yield* ensurePendingRevocation('client', String(client), now);
  for (const account of accounts) yield* ensurePendingRevocation('account', account, now);
}
