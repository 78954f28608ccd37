import Database from 'better-sqlite3';

const SCHEMA = `
  CREATE TABLE oidc (
    model TEXT NOT NULL, id TEXT NOT NULL, payload TEXT NOT NULL, grant_id TEXT, uid TEXT, user_code TEXT,
    expires_at INTEGER, consumed_at INTEGER, PRIMARY KEY (model, id)
  );
  CREATE INDEX oidc_grant ON oidc (grant_id);
  CREATE INDEX oidc_uid ON oidc (uid);
  CREATE INDEX oidc_user_code ON oidc (user_code)`;

/** The table of both SQLite adapters; synchronous=NORMAL is fast, and not durable in a power cut. */
export function openTable(file) {
  const db = new Database(file);
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = NORMAL');
  db.exec(SCHEMA);
  return db;
}

export const seconds = () => Math.floor(Date.now() / 1000);

export const expiry = (expiresIn) => (expiresIn === undefined ? null : seconds() + expiresIn);

/** The stored payload, if it has not expired. */
export function toPayload(row) {
  if (row === undefined || (row.expiresAt !== null && row.expiresAt <= seconds())) return undefined;
  const payload = JSON.parse(row.payload);
  return row.consumedAt === null ? payload : { ...payload, consumed: row.consumedAt };
}
