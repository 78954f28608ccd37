import type { BackgroundJob } from '../database/batched-delete';
import { type Unit, all } from '../database/sql';
import { type Window, tableWalk } from '../database/table-walk';
import { LONGEST_LIFE, recordRevocation } from '../revocations/record-revocation';
import { endedClients, publishEnabled, publishEnd } from './published-clients';

const HAS_ENTRY = (kind: 'client' | 'disabled') =>
  `EXISTS (SELECT 1 FROM revocations r WHERE r.subject = clients.client_id AND r.kind = '${kind}')`;
const IS_DUE = `CASE WHEN revoked_at IS NOT NULL THEN NOT ${HAS_ENTRY('client')} ELSE enabled = ${HAS_ENTRY('disabled')} END`;
const OF_WINDOW = 'id > ? AND id <= ?';

const DELETED = endedClients(`${OF_WINDOW} AND revoked_at + ${LONGEST_LIFE} > ? AND NOT ${HAS_ENTRY('client')}`);
/** These lock the rows: a change at this moment comes before or begins again. */
const TAKE_DISABLED = `UPDATE clients SET enabled = FALSE WHERE ${OF_WINDOW} AND NOT enabled AND revoked_at IS NULL
  AND NOT ${HAS_ENTRY('disabled')} RETURNING client_id AS "clientId"`;
const TAKE_ENABLED = `UPDATE clients SET enabled = TRUE WHERE ${OF_WINDOW} AND enabled AND ${HAS_ENTRY('disabled')}
  RETURNING id, client_id AS "clientId"`;

/** Publishes clients that a process of an earlier version deleted, disabled or enabled again (ADR 42). */
export const publishUnpublishedClients = (rowsPerRun: number): BackgroundJob =>
  tableWalk<number, { id: number; isDue: number | boolean }>({
    name: 'unpublished clients',
    select: `SELECT id, ${IS_DUE} AS "isDue" FROM clients WHERE id > ? ORDER BY id LIMIT ?`,
    first: 0,
    rowsPerRun,
    async visit(units, rows, window, now) {
      if (rows.some(({ isDue }) => isDue)) await units.write(() => publishWindow(window, now));
    },
  });

function* publishWindow({ after, last }: Window<number>, now: number): Unit<void> {
  yield* publishEnd(DELETED, now, after, last, now);
  const disabled = yield* all<{ clientId: string }>(TAKE_DISABLED, after, last);
  for (const { clientId } of disabled) yield* recordRevocation({ kind: 'disabled', subject: clientId, at: now });
  for (const client of yield* all<{ id: number; clientId: string }>(TAKE_ENABLED, after, last))
    yield* publishEnabled(client, true, now);
}
