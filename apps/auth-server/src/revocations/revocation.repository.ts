import { Injectable } from '@nestjs/common';
import type { PublishedRevocation } from '../protocol/revocation/entry';
import { all } from '../database/sql';
import { Units } from '../database/units';

/** One statement, so that rows and log are of one moment; a row of nulls beside the log where there is none. */
const SELECT = `SELECT l.log, r.version, r.kind, r.subject, r.client_id AS "clientId", r.below, r.at,
  r.expires_at AS "expiresAt" FROM revocation_logs l LEFT JOIN revocations r ON r.version > ?
  WHERE l.id = 1 ORDER BY r.version LIMIT ?`;

type Row = PublishedRevocation | { version: null };

/** How many rows are read at once: a round trip each on PostgreSQL, 4 ms on SQLite. */
export const PAGE = 2_000;

export interface Page {
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

  /** The first rows above a version. */
  async readAfter(version: number): Promise<Page> {
    const rows = await this.units.read(() => all<Row & { log: string }>(SELECT, version, PAGE));
    return {
      log: rows[0]!.log,
      rows: rows.filter((row): row is PublishedRevocation & { log: string } => row.version !== null),
    };
  }
}
