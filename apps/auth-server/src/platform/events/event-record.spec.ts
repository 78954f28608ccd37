import { ENGINES } from '../../../test/engines';
import type { Database } from '../database/open-database';
import type { SqlValue, Step, Unit } from '../database/sql';
import type { Units } from '../database/units';
import { type EventFilter, type EventPlace, EventRecord } from './event-record';

const EVENTS = 100_000;
const COLUMNS = 'at, kind, account_id, client_id, actor_id';
/** One of each second: 50 of each account, half of them of one application, 100 by an administrator. */
const ROW = (n: string, text: (sql: string) => string) => `SELECT ${n} * 1000,
  CASE WHEN ${n} % 1000 = 0 THEN 'admin.added' ELSE 'sign_in.succeeded' END, 'a' || ${text(`${n} % 2000`)},
  CASE WHEN ${n} % 2 = 0 THEN 'https://app.example/client' END, CASE WHEN ${n} % 1000 = 0 THEN 'a1' END`;
const FILL = {
  sqlite: `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${EVENTS})
    INSERT INTO events (${COLUMNS}) ${ROW('n.i', (sql) => sql)} FROM n`,
  postgres: `INSERT INTO events (${COLUMNS}) ${ROW('n', (sql) => `(${sql})`)} FROM generate_series(1, ${EVENTS}) AS n`,
};
/** Long ago: what came later is not read. */
const A_MINUTE = { from: 1_000 * 1_000, to: 1_060 * 1_000 };

type Statement = Extract<Step, { text: string }>;

/** What a list asks the database. */
function statementOf(filter: EventFilter, first: EventPlace | null = null): Statement {
  let found: Statement | undefined;
  const read = (unit: () => Unit<unknown>) => {
    found = unit().next().value as Statement;
  };
  void new EventRecord({ read } as unknown as Units).list(filter, first, 51);
  return found!;
}

describe.each(ENGINES)('100,000 events on $engine', ({ engine, open }) => {
  let database: Database;

  beforeAll(async () => {
    database = await open();
    await database.query(FILL[engine]);
    await database.query('ANALYZE');
  }, 60_000);
  afterAll(() => database.destroy());

  async function planOf({ text, values }: Statement): Promise<string> {
    if (engine === 'sqlite') {
      const rows = await database.query<{ detail: string }[]>(`EXPLAIN QUERY PLAN ${text}`, [...values]);
      return rows.map(({ detail }) => detail).join('\n');
    }
    let count = 0;
    const numbered = text.replace(/\?/g, () => `$${(count += 1)}`);
    const rows = await database.query<Record<string, string>[]>(`EXPLAIN ${numbered}`, [...values] as SqlValue[]);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  }

  it.each<[string, EventFilter, RegExp]>([
    ['all', {}, /events_at/],
    ['a minute', A_MINUTE, /events_at/],
    ['a rare kind', { kind: 'admin.added' }, /events_kind/],
    ['a kind that never happened', { kind: 'key.compromised' }, /events_kind/],
    ['a minute of a frequent kind', { kind: 'sign_in.succeeded', ...A_MINUTE }, /events_(kind|at)/],
    ['an account', { accountId: 'a7' }, /events_account/],
    ['an unknown account', { accountId: 'nobody' }, /events_account/],
    ['a minute of an application', { clientId: 'https://app.example/client', ...A_MINUTE }, /events_(client|at)/],
    ['an unknown application', { clientId: 'none' }, /events_client/],
    ['an administrator', { actorId: 'a1' }, /events_actor/],
    ['a kind of an account', { kind: 'sign_in.succeeded', accountId: 'a7' }, /events_account/],
  ])('of %s are read by an index, in its order', async (_, filter, index) => {
    for (const first of [null, { at: 1_050 * 1_000, id: 1_050 }]) {
      const plan = await planOf(statementOf(filter, first));
      expect(plan).toMatch(index);
      expect(plan).not.toMatch(/SCAN events$|Seq Scan on events|USE TEMP B-TREE/m);
    }
  });

  it('come page by page, the newest first', async () => {
    const events = new EventRecord(database.units);
    const page = await events.list({ kind: 'admin.added', to: 5_000 * 1_000 }, null, 3);
    expect(page.map(({ at }) => at / 1_000)).toEqual([4_000, 3_000, 2_000]);
    const rest = await events.list({ kind: 'admin.added', to: 5_000 * 1_000 }, page[2]!, 3);
    expect(rest.map(({ at }) => at / 1_000)).toEqual([2_000, 1_000]);
  });
});
