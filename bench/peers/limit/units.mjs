import { openFile } from '@consentry/typeorm-node-sqlite';

const BATCH = 64;

const SCHEMA = `
  CREATE TABLE codes (
    hash TEXT PRIMARY KEY, account_id TEXT NOT NULL, redirect_uri TEXT NOT NULL, code_challenge TEXT NOT NULL,
    expires_at INTEGER NOT NULL, redeemed_at INTEGER, family_id TEXT
  );
  CREATE TABLE families (
    id TEXT PRIMARY KEY, account_id TEXT NOT NULL, generation INTEGER NOT NULL, expires_at INTEGER NOT NULL,
    revoked_at INTEGER
  )`;

/** Group commit: what arrives in one turn of the event loop is one durable transaction. */
export class Units {
  #queue = [];

  constructor(file) {
    this.db = openFile(file);
    this.db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; ${SCHEMA}`);
    this.begin = this.db.prepare('BEGIN IMMEDIATE');
    this.commit = this.db.prepare('COMMIT');
  }

  /** @returns the unit's result, once it is on disk. */
  write(unit) {
    return new Promise((resolve, reject) => {
      if (this.#queue.push({ unit, resolve, reject }) === 1) setImmediate(this.#run);
    });
  }

  #run = () => {
    const batch = this.#queue.splice(0, BATCH);
    try {
      this.begin.run();
      for (const job of batch) job.result = job.unit();
      this.commit.run();
      for (const { resolve, result } of batch) resolve(result);
    } catch (error) {
      if (this.db.isTransaction) this.db.exec('ROLLBACK');
      for (const { reject } of batch) reject(error);
    }
    if (this.#queue.length > 0) setImmediate(this.#run);
  };
}
