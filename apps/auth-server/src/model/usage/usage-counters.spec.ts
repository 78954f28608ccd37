import type { Logger } from 'pino';
import { MOST_WAITING, UsageCounters } from './usage-counters';
import type { Counted, UsageRepository } from './usage.repository';

const HOUR = 3_600_000;

class Rows {
  readonly statements: Counted[][] = [];
  failsFrom = Infinity;

  add = async (counts: readonly Counted[]): Promise<void> => {
    if (this.statements.length >= this.failsFrom) throw new Error('the disk is full');
    this.statements.push(counts.map((count) => ({ ...count })));
  };

  get calls(): number {
    return this.statements.flat().reduce((sum, { calls }) => sum + calls, 0);
  }
}

describe('counters of usage', () => {
  const clock = { time: 0, now: () => clock.time, elapsed: () => clock.time };
  let rows: Rows;
  let lines: string[];
  let counters: UsageCounters;

  beforeEach(() => {
    clock.time = 10 * HOUR;
    rows = new Rows();
    lines = [];
    const log = (_: unknown, text: string) => lines.push(text);
    const logger = { warn: log, error: log } as unknown as Logger;
    counters = new UsageCounters(rows as unknown as UsageRepository, clock, logger);
  });

  const count = (id: number, kind: 'code' | 'refresh_token' = 'code') => counters.count({ id, accountId: 'ada' }, kind);

  it('add calls of one client, hour and kind to one row', async () => {
    count(1);
    count(1);
    count(1, 'refresh_token');
    clock.time += HOUR;
    count(1);
    count(2);
    await counters.write();
    expect(rows.statements.flat().map(({ id, calls }) => [id, calls])).toEqual([
      ['36000000.1.code', 2],
      ['36000000.1.refresh_token', 1],
      ['39600000.1.code', 1],
      ['39600000.2.code', 1],
    ]);
    await counters.write();
    expect(rows.statements).toHaveLength(1);
  });

  it('leave out whom no developer registered', async () => {
    counters.count(null, 'invalid_client');
    counters.count({ id: null, accountId: null }, 'code');
    counters.count({ id: 1, accountId: null }, 'code');
    await counters.write();
    expect(rows.statements).toEqual([]);
  });

  it('write 1,000 rows in a statement, and keep what was not written', async () => {
    for (let id = 1; id <= 2_500; id += 1) count(id);
    rows.failsFrom = 1;
    await counters.write();
    await counters.write();
    expect(rows.statements.map(({ length }) => length)).toEqual([1_000]);
    expect(lines).toEqual(['usage counts could not be written; they are kept and will be written later']);
    count(2_500);
    rows.failsFrom = Infinity;
    await counters.onApplicationShutdown();
    expect(rows.statements.map(({ length }) => length)).toEqual([1_000, 1_000, 500]);
    expect(rows.calls).toBe(2_501);
    expect(lines).toHaveLength(1);
  });

  it('hold a bounded number of rows, and go on counting those that they hold', async () => {
    for (let id = 1; id <= MOST_WAITING + 10; id += 1) count(id);
    count(1);
    expect(lines).toEqual(['usage is not counted: too many counts wait to be written']);
    await counters.write();
    expect(rows.statements.flat()).toHaveLength(MOST_WAITING);
    expect(rows.calls).toBe(MOST_WAITING + 1);
    count(MOST_WAITING + 10);
    await counters.write();
    expect(rows.calls).toBe(MOST_WAITING + 2);
  });

  it('say what is lost at a stop without a database', async () => {
    rows.failsFrom = 0;
    count(1);
    await counters.onApplicationShutdown();
    expect(lines.at(-1)).toBe('usage counts were lost when the server stopped');
  });
});
