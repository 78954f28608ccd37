import { Client } from 'pg';
import { INSERT_ACCOUNT } from '../../../test/database';
import { migratedDatabase } from '@consentry/test-support/server/migrated';
import { dropFreshDatabases } from '@consentry/test-support/postgres/databases';
import { queryPostgres } from '@consentry/test-support/postgres/query';
import { BatchedStatement, type BatchedTexts } from './batched-statement';
import { databaseCode, isDatabaseUnavailable } from './database-error';
import { type PostgresDataSource, openPostgres } from './postgres/postgres-data-source';

/** Returns each word after a pause in seconds; fails for a divisor of 0, and returns no row for 2. */
const ECHO = {
  together: `SELECT position, word FROM json_to_recordset(CAST(? AS json))
      AS asked(position integer, word text, pause float, divisor integer)
    CROSS JOIN LATERAL (SELECT pg_sleep(pause)) AS slept WHERE 1 / divisor = 1`,
};

const RENAME_WITH = (lock: string) => `WITH found AS MATERIALIZED (
    SELECT asked.*, a.id FROM json_to_recordset(CAST(? AS json)) AS asked(position integer, account text, name text)
      JOIN LATERAL (SELECT a.id FROM accounts a WHERE a.id = asked.account FOR UPDATE ${lock}) a ON a.id = asked.account)
  UPDATE accounts a SET name = found.name FROM found WHERE a.id = found.id RETURNING found.position, a.name`;
const RENAME = { together: RENAME_WITH('SKIP LOCKED'), alone: RENAME_WITH('') };

/** Counts attempts by a sequence, which no rollback undoes; one per error code. */
const CONFLICT = [
  'CREATE SEQUENCE conflicts_40001',
  'CREATE SEQUENCE conflicts_23505',
  `CREATE FUNCTION conflict(code text, times bigint) RETURNS boolean LANGUAGE plpgsql AS $$ BEGIN
     IF nextval('conflicts_' || code) <= times THEN RAISE EXCEPTION 'conflict' USING ERRCODE = code; END IF;
     RETURN TRUE;
   END $$`,
];

describe('a statement that many ask together', () => {
  let url: string;
  let dataSource: PostgresDataSource;

  beforeAll(async () => {
    url = await migratedDatabase();
    dataSource = await openPostgres(url, 10);
    for (const id of ['ada', 'bob', 'cyd']) await dataSource.units.run(INSERT_ACCOUNT, id, id);
    for (const statement of CONFLICT) await queryPostgres(url, statement);
  });
  afterEach(() => jest.restoreAllMocks());
  afterAll(async () => {
    await dataSource.destroy();
    await dropFreshDatabases();
  });

  const batched = <Row extends object>(texts: BatchedTexts) => new BatchedStatement<Row>(dataSource.units, texts);
  /** Returns each word after the database has refused it so many times. */
  const conflicting = (code: string, times: number) => ({
    together: `SELECT position, word FROM json_to_recordset(CAST(? AS json)) AS asked(position integer, word text)
      WHERE conflict('${code}', ${times})`,
  });
  const echoes = () => {
    const echo = batched<{ word: string }>(ECHO);
    return async (word: string, { pause = 0, divisor = 1 } = {}) => (await echo.call({ word, pause, divisor }))?.word;
  };
  /** Waits until a pausing statement has begun. */
  const untilAsleep = async () => {
    const SLEEPING = `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'`;
    while ((await queryPostgres(url, SLEEPING)).length === 0);
  };

  it('is sent once for all that ask in one turn, and gives each its own', async () => {
    const sent = jest.spyOn(Client.prototype, 'query');
    const echo = echoes();
    const words = Array.from({ length: 50 }, (_, n) => `word ${n}`);
    expect(await Promise.all(words.map((word) => echo(word)))).toEqual(words);
    expect(sent).toHaveBeenCalledTimes(1);
  });

  it('takes along who asks in the turns that follow, as long as each brings somebody', async () => {
    const sent = jest.spyOn(Client.prototype, 'query');
    const echo = echoes();
    const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
    const first = echo('first');
    await turn();
    const next = echo('next');
    expect(await Promise.all([first, next])).toEqual(['first', 'next']);
    expect(sent).toHaveBeenCalledTimes(1);
  });

  it('gives nothing to whom it has no row for', async () => {
    const echo = echoes();
    expect(await Promise.all([echo('a'), echo('b', { divisor: 2 }), echo('c')])).toEqual(['a', undefined, 'c']);
  });

  it('tells each its own fault, and nobody another’s', async () => {
    const echo = echoes();
    const [one, faulty, other] = await Promise.allSettled([echo('a'), echo('b', { divisor: 0 }), echo('c')]);
    expect([one, other]).toEqual([
      { status: 'fulfilled', value: 'a' },
      { status: 'fulfilled', value: 'c' },
    ]);
    expect(databaseCode((faulty as PromiseRejectedResult).reason)).toBe('22012');
  });

  it('is asked once of one that is alone: what was refused of itself is refused again', async () => {
    const sent = jest.spyOn(Client.prototype, 'query');
    for (const texts of [ECHO, { ...ECHO, alone: ECHO.together }]) {
      const asked = batched(texts).call({ word: 'a', pause: 0, divisor: 0 });
      expect(databaseCode(await asked.catch((error: unknown) => error))).toBe('22012');
    }
    expect(sent).toHaveBeenCalledTimes(2);
  });

  it('is asked again of one that is alone where another came between, as a unit is', async () => {
    const sent = jest.spyOn(Client.prototype, 'query');
    expect(await batched(conflicting('40001', 2)).call({ word: 'a' })).toMatchObject({ word: 'a' });
    expect(sent).toHaveBeenCalledTimes(3);
    // A row inserted meanwhile is found in the end.
    const twin = batched(conflicting('23505', 9)).call({ word: 'a' });
    expect(databaseCode(await twin.catch((error: unknown) => error))).toBe('23505');
    expect(sent).toHaveBeenCalledTimes(3 + 4);
  });

  it('gathers who comes while it is under way, but nobody waits for one that takes long', async () => {
    const echo = echoes();
    const answered: unknown[] = [];
    const slow = echo('slow', { pause: 3 }).then((word) => answered.push(word));
    await untilAsleep();
    const sent = jest.spyOn(Client.prototype, 'query');
    const early = ['a', 'b', 'c'].map((word) => echo(word).then((each) => answered.push(each)));
    expect(sent).not.toHaveBeenCalled();
    await Promise.all(early);
    expect(sent).toHaveBeenCalledTimes(1);
    await slow;
    expect(answered).toEqual(['a', 'b', 'c', 'slow']);
  });

  it('passes over a row that somebody holds: who wants that one waits for it, and nobody else', async () => {
    const holder = new Client(url);
    await holder.connect();
    await holder.query(`BEGIN; SELECT 1 FROM accounts WHERE id = 'bob' FOR UPDATE`);
    const rename = batched<{ name: string }>(RENAME);
    let isHeld = true;
    const ada = rename.call({ account: 'ada', name: 'Ada' });
    const bob = rename.call({ account: 'bob', name: 'Bob' }).then((row) => ({ row, isHeld }));
    const cyd = rename.call({ account: 'cyd', name: 'Cyd' });
    expect(await Promise.all([ada, cyd])).toMatchObject([{ name: 'Ada' }, { name: 'Cyd' }]);
    isHeld = false;
    await holder.query('COMMIT');
    expect(await bob).toMatchObject({ row: { name: 'Bob' }, isHeld: false });
    await holder.end();
  });

  it('lets one of two through that want the same row at once, and the other after it', async () => {
    const rename = batched<{ name: string }>(RENAME);
    const names = ['One', 'Two', 'Three'];
    const rows = await Promise.all(names.map((name) => rename.call({ account: 'ada', name })));
    expect(rows.map((row) => row?.name)).toEqual(names);
  });

  it('is unavailable to all that were asked for on a connection that is lost, and goes on', async () => {
    const echo = echoes();
    const asked = Promise.allSettled([echo('a', { pause: 30 }), echo('b')]);
    await untilAsleep();
    await queryPostgres(
      url,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'`,
    );
    for (const outcome of await asked)
      expect(isDatabaseUnavailable((outcome as PromiseRejectedResult).reason)).toBe(true);
    expect(await echo('c')).toBe('c');
  });

  it('keeps no U+0000, and says so to whom it concerns', async () => {
    const echo = echoes();
    const [nul, whole] = await Promise.allSettled([echo('a\0b'), echo('whole')]);
    expect(databaseCode((nul as PromiseRejectedResult).reason)).toBe('22P05');
    expect(whole).toEqual({ status: 'fulfilled', value: 'whole' });
  });

  it('replaces half of a surrogate pair, as the driver does, and nothing that looks like one', async () => {
    const sent = jest.spyOn(Client.prototype, 'query');
    const echo = echoes();
    const words = ['a\ud800b', '\udfff', '\\ud800', '\\\\ud800', '\u{1f600}', 'a"\n\u2028', '\\'];
    expect(await Promise.all(words.map((word) => echo(word)))).toEqual(
      words.map((word) => Buffer.from(word).toString()),
    );
    expect(sent).toHaveBeenCalledTimes(1);
  });
});
