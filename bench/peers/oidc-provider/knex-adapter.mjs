import knex from 'knex';
import { expiry, openTable, seconds, toPayload } from './sqlite-table.mjs';

/** The same table through Knex, as in the library's SQL example. */
export function newKnexAdapter(file) {
  openTable(file).close();
  const db = knex({
    client: 'better-sqlite3',
    connection: { filename: file },
    useNullAsDefault: true,
    // The journal mode stays with the file, this pragma does not.
    pool: { afterCreate: (connection, done) => done(null, connection.pragma('synchronous = NORMAL')) },
  });
  const columns = { payload: 'payload', expiresAt: 'expires_at', consumedAt: 'consumed_at' };

  return class KnexAdapter {
    constructor(model) {
      this.model = model;
    }

    #rows = (which) => db('oidc').where({ model: this.model, ...which });
    #findBy = async (which) => toPayload(await this.#rows(which).first(columns));

    async upsert(id, payload, expiresIn) {
      const { grantId, uid, userCode } = payload;
      await db('oidc')
        .insert({
          model: this.model,
          id,
          payload: JSON.stringify(payload),
          grant_id: grantId,
          uid,
          user_code: userCode,
          expires_at: expiry(expiresIn),
        })
        .onConflict(['model', 'id'])
        .merge();
    }

    find = (id) => this.#findBy({ id });
    findByUid = (uid) => this.#findBy({ uid });
    findByUserCode = (userCode) => this.#findBy({ user_code: userCode });

    async consume(id) {
      await this.#rows({ id }).update({ consumed_at: seconds() });
    }

    async destroy(id) {
      await this.#rows({ id }).delete();
    }

    async revokeByGrantId(grantId) {
      await db('oidc').where({ grant_id: grantId }).delete();
    }
  };
}
