import { engine } from '../server/engine';
import { changeStored } from '../server/stored';

const DAY = 86_400_000;

interface Row {
  kind: string;
  subject: string;
  clientId?: string;
  below?: number;
  expiresAt?: number;
}

/** Adds an entry, as another process may. */
export async function addRevocation(server: { dataDir: string }, row: Row): Promise<void> {
  const { kind, subject, clientId = null, below = null, expiresAt = Date.now() + DAY } = row;
  const text = `INSERT INTO revocations (kind, subject, client_id, below, at, expires_at) VALUES (?, ?, ?, ?, ?, ?)`;
  await changeStored(server, text, kind, subject, clientId, below, Date.now(), expiresAt);
}

const NUMBERS = {
  sqlite: 'WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?) SELECT',
  postgres: 'WITH n AS (SELECT i FROM generate_series(1, CAST(? AS int)) AS i) SELECT',
};

/** Adds entries of families that ended long ago. */
export async function addRevocations(server: { dataDir: string }, count: number): Promise<void> {
  const columns = 'INSERT INTO revocations (kind, subject, at, expires_at)';
  await changeStored(server, `${columns} ${NUMBERS[engine]} 'family', 'f' || i, 1, ${Date.now() + DAY} FROM n`, count);
}
