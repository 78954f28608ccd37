import type { UsedProofStore } from './used-proof-store.ts';

/** What is needed of a `Pool` of `pg`. */
export interface PostgresPool {
  query(text: string, values?: unknown[]): Promise<{ readonly rows: readonly unknown[] }>;
}

export interface PostgresUsedProofsOptions {
  /** Default: `used_dpop_proofs`. Letters, digits and `_`, perhaps with a schema and a dot. */
  readonly table?: string;
}

/** Milliseconds between two purges, and kept after expiry: the clocks of several hosts differ. */
const PURGE_EVERY = 60_000;

/** Codes of PostgreSQL: another process has created the table, its type, or a row of either in the same moment. */
const CREATED_MEANWHILE = ['23505', '42P07', '42710'];

/**
 * Used proofs in PostgreSQL, for services of several processes. Every process of the service needs the same table, and
 * other services may share it. A proof costs one statement.
 *
 * @example
 * const usedProofs = new PostgresUsedProofs(pool);
 * await usedProofs.createTable(); // or by a migration of your own
 */
export class PostgresUsedProofs implements UsedProofStore {
  private readonly table: string;
  private purgedAt = -Infinity;

  constructor(
    private readonly pool: PostgresPool,
    { table = 'used_dpop_proofs' }: PostgresUsedProofsOptions = {},
  ) {
    if (!/^([a-z_]\w*\.)?[a-z_]\w*$/i.test(table)) throw new Error(`table must be a plain name; got ${table}`);
    this.table = table;
  }

  /** Creates the table unless it is there: `id text PRIMARY KEY, expires_at bigint NOT NULL`. */
  async createTable(): Promise<void> {
    const columns = 'id text PRIMARY KEY, expires_at bigint NOT NULL';
    try {
      await this.pool.query(`CREATE TABLE IF NOT EXISTS ${this.table} (${columns})`);
    } catch (error) {
      if (!CREATED_MEANWHILE.includes(String((error as { code?: unknown }).code))) throw error;
    }
  }

  async use(id: string, expiresAt: number, now: number): Promise<boolean> {
    const statement = `INSERT INTO ${this.table} (id, expires_at) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING 1`;
    const { rows } = await this.pool.query(statement, [id, Math.ceil(expiresAt)]);
    this.purge(now);
    return rows.length > 0;
  }

  /** In the background; what could not be deleted is deleted by the next one. */
  private purge(now: number): void {
    if (Math.abs(now - this.purgedAt) < PURGE_EVERY) return;
    this.purgedAt = now;
    const before = Math.floor(now) - PURGE_EVERY;
    this.pool.query(`DELETE FROM ${this.table} WHERE expires_at < $1`, [before]).catch(() => undefined);
  }
}
