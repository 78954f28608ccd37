import { Injectable } from '@nestjs/common';
import type { PublishedRevocation } from '../../protocol/revocation/entry';
import { all, get } from '../../platform/database/sql';
import { Units } from '../../platform/database/units';

/** One statement, so that rows and log are of one moment; a row of nulls beside the log where there is none. */
const SELECT = `SELECT l.log, r.* FROM revocation_logs l LEFT JOIN (
  SELECT version, kind, subject, client_id AS "clientId", below, expires_at AS "expiresAt", holder, pair
  FROM revocations WHERE version > ? AND version <= ? ORDER BY version LIMIT ?) r ON TRUE
  WHERE l.id = 1 ORDER BY r.version`;

/** Read backwards from the newest: no more than what is young. */
const NEWEST = 'SELECT version FROM revocations WHERE at <= ? ORDER BY version DESC LIMIT 1';

type Row = PublishedRevocation | { version: null };

/** How many rows are read in one turn of the event loop: 1 ms on SQLite, and 2 ms for their digests. */
export const SLICE = 500;

export interface Slice {
  /** The name of this history: after a restore another one. */
  log: string;
  rows: PublishedRevocation[];
}

@Injectable()
export class RevocationRepository {
  constructor(private readonly units: Units) {}

  /** Whether a lower version is never committed after a higher one: SQLite has one writer. */
  get isInOrder(): boolean {
    return this.units.engine === 'sqlite';
  }

  /** The first rows above a version. @param last the highest version to read */
  async readAfter(version: number, last = Number.MAX_SAFE_INTEGER): Promise<Slice> {
    const rows = await this.units.read(() => all<Row & { log: string }>(SELECT, version, last, SLICE));
    return {
      log: rows[0]!.log,
      rows: rows.filter((row): row is PublishedRevocation & { log: string } => row.version !== null),
    };
  }

  /** The highest version of an ending until that time, in epoch milliseconds; 0 for none. */
  async newestUntil(at: number): Promise<number> {
    return (await this.units.read(() => get<{ version: number }>(NEWEST, at)))?.version ?? 0;
  }
}
