import type { SqliteDatabase, SqliteStatement } from '@consentry/typeorm-node-sqlite';
import { UnstorableError } from '../database-error';
import type { SqlValue, Step, Unit } from '../sql';
import { Query } from './query';

const ANNOUNCE = 'UPDATE changes SET version = version + 1 WHERE topic = ?';

/** Runs units' steps on a connection, with cached statements. The caller begins and ends transactions. */
export class UnitRunner {
  /** The number of announced changes, committed or not. */
  announcements = 0;
  /** The number of signals, committed or not. */
  signals = 0;
  /** Whether the last unit changed a row, even if it failed. */
  hasWritten = false;
  private readonly statements = new Map<string, SqliteStatement>();
  private readonly queries = new Map<string, Query>();

  constructor(private readonly db: SqliteDatabase) {}

  run<T>(unit: () => Unit<T>): T {
    this.hasWritten = false;
    const steps = unit();
    let next = steps.next();
    while (next.done !== true) next = steps.next(this.perform(next.value));
    return next.value;
  }

  statement(text: string): SqliteStatement {
    let statement = this.statements.get(text);
    if (statement === undefined) {
      statement = this.db.prepare(text);
      this.statements.set(text, statement);
    }
    return statement;
  }

  /** @throws UnstorableError before anything is done. */
  private perform(step: Step): unknown {
    if ('values' in step && step.values.some(hasNul)) throw new UnstorableError();
    switch (step.kind) {
      case 'get':
        return this.returned(step.text, (query) => query.get(step.values));
      case 'all':
        return this.returned(step.text, (query) => query.all(step.values));
      case 'run':
        return this.change(step.text, step.values);
      case 'announce':
        this.announcements += 1;
        return this.change(ANNOUNCE, [step.topic]);
      case 'signal':
        this.signals += 1;
        return undefined;
    }
  }

  private returned(text: string, read: (query: Query) => object | undefined): object | undefined {
    let query = this.queries.get(text);
    if (query === undefined) {
      query = new Query(this.db, text);
      this.queries.set(text, query);
    }
    const found = read(query);
    // RETURNING: it has changed what it returns.
    this.hasWritten ||= !query.isReadOnly && found !== undefined && !isEmpty(found);
    return found;
  }

  private change(text: string, values: readonly SqlValue[]): number {
    const { changes } = this.statement(text).run(...values);
    this.hasWritten ||= changes > 0;
    return changes;
  }
}

const hasNul = (value: SqlValue) => typeof value === 'string' && value.includes('\0');

const isEmpty = (found: object) => Array.isArray(found) && found.length === 0;
