import Database from 'better-sqlite3';

const SCHEMA = `
  CREATE TABLE oidc (
    model TEXT NOT NULL, id TEXT NOT NULL, payload TEXT NOT NULL, grant_id TEXT, uid TEXT, user_code TEXT,
    expires_at INTEGER, consumed_at INTEGER, PRIMARY KEY (model, id)
  );
  CREATE INDEX oidc_grant ON oidc (grant_id);
  CREATE INDEX oidc_uid ON oidc (uid);
  CREATE INDEX oidc_user_code ON oidc (user_code)`;

const seconds = () => Math.floor(Date.now() / 1000);

/** One table, prepared statements, WAL with synchronous=NORMAL: quick, and not durable against a power cut. */
export function newSqliteAdapter(file) {
  const db = new Database(file);
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = NORMAL');
  db.exec(SCHEMA);
  const columns = 'payload, expires_at AS expiresAt, consumed_at AS consumedAt';
  const upsert = db.prepare(`INSERT INTO oidc (model, id, payload, grant_id, uid, user_code, expires_at)
    VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (model, id) DO UPDATE SET payload = excluded.payload,
    grant_id = excluded.grant_id, uid = excluded.uid, user_code = excluded.user_code, expires_at = excluded.expires_at`);
  const find = db.prepare(`SELECT ${columns} FROM oidc WHERE model = ? AND id = ?`);
  const findByUid = db.prepare(`SELECT ${columns} FROM oidc WHERE model = ? AND uid = ?`);
  const findByUserCode = db.prepare(`SELECT ${columns} FROM oidc WHERE model = ? AND user_code = ?`);
  const consume = db.prepare('UPDATE oidc SET consumed_at = ? WHERE model = ? AND id = ?');
  const destroy = db.prepare('DELETE FROM oidc WHERE model = ? AND id = ?');
  const revoke = db.prepare('DELETE FROM oidc WHERE grant_id = ?');

  return class SqliteAdapter {
    constructor(model) {
      this.model = model;
    }

    async upsert(id, payload, expiresIn) {
      const { grantId = null, uid = null, userCode = null } = payload;
      const expiresAt = expiresIn === undefined ? null : seconds() + expiresIn;
      upsert.run(this.model, id, JSON.stringify(payload), grantId, uid, userCode, expiresAt);
    }

    find = async (id) => toPayload(find.get(this.model, id));
    findByUid = async (uid) => toPayload(findByUid.get(this.model, uid));
    findByUserCode = async (userCode) => toPayload(findByUserCode.get(this.model, userCode));

    async consume(id) {
      consume.run(seconds(), this.model, id);
    }

    async destroy(id) {
      destroy.run(this.model, id);
    }

    async revokeByGrantId(grantId) {
      revoke.run(grantId);
    }
  };
}

function toPayload(row) {
  if (row === undefined || (row.expiresAt !== null && row.expiresAt <= seconds())) return undefined;
  const payload = JSON.parse(row.payload);
  return row.consumedAt === null ? payload : { ...payload, consumed: row.consumedAt };
}
