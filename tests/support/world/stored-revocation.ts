import { changeStored } from '../server/stored';

const DAY = 86_400_000;

interface Row {
  kind: string;
  subject: string;
  clientId?: string;
  below?: number;
  /** An earlier one than the last: as on PostgreSQL when a transaction commits late. */
  version?: number;
  expiresAt?: number;
}

/** Adds an entry, as another process may. */
export async function addRevocation(server: { dataDir: string }, row: Row): Promise<void> {
  const { kind, subject, clientId = null, below = null, version, expiresAt = Date.now() + DAY } = row;
  const own = version === undefined ? [] : [version];
  const columns = `${version === undefined ? '' : 'version, '}kind, subject, client_id, below, at, expires_at`;
  const text = `INSERT INTO revocations (${columns}) VALUES (${own.map(() => '?, ').join('')}?, ?, ?, ?, ?, ?)`;
  await changeStored(server, text, ...own, kind, subject, clientId, below, Date.now(), expiresAt);
}
