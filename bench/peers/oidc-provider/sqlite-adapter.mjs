import { expiry, openTable, seconds, toPayload } from './sqlite-table.mjs';

/** Statements prepared once: the least cost of SQLite for this library. */
export function newSqliteAdapter(file) {
  const db = openTable(file);
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
      upsert.run(this.model, id, JSON.stringify(payload), grantId, uid, userCode, expiry(expiresIn));
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
