import { setImmediate as turn } from 'node:timers/promises';
import { INSERT_ACCOUNT, freshFile, openFile } from '../../../../test/database';
import { migratedFile } from '@consentry/test-support/server/migrated';
import { holdWriteLock } from '@consentry/test-support/server/write-lock';
import { DatabaseUnavailableError, UnstorableError, isDatabaseUnavailable, isUniqueViolation } from '../database-error';
import type { SqliteDataSource } from './sqlite-data-source';
import { type Unit, all, get, run } from '../sql';
import type { Units } from '../units';

const insert = (name: string) => () => run(INSERT_ACCOUNT, `id-${name}`, name);

const namesIn = (units: Units) =>
  units.read(() => all<{ name: string }>('SELECT email_key AS name FROM accounts ORDER BY 1'));

const names = async (units: Units) => (await namesIn(units)).map(({ name }) => name);

describe('units', () => {
  let file: string;
  let dataSource: SqliteDataSource;
  let units: Units;

  beforeEach(async () => {
    file = await migratedFile(freshFile());
    dataSource = await openFile(file);
    units = dataSource.units;
  });
  afterEach(() => dataSource.destroy());

  it('answers what the unit answers, after its commit', async () => {
    const other = await openFile(file);
    const answer = units.write(function* (): Unit<{ changed: number }> {
      return { changed: yield* insert('a')() };
    });
    expect(await names(other.units)).toEqual([]);
    expect(await answer).toEqual({ changed: 1 });
    expect(await names(other.units)).toEqual(['a']);
    await other.destroy();
  });

  it('commits what arrives together in one go: a reader sees all of it or none', async () => {
    const other = await openFile(file);
    const seen = new Set<number>();
    const writes = Array.from({ length: 64 }, (_, at) =>
      units.write(function* (): Unit<number> {
        yield* insert(`a${at}`)();
        return at;
      }),
    );
    const all = Promise.all(writes);
    let done = false;
    void all.then(() => (done = true));
    while (!done) {
      seen.add((await names(other.units)).length);
      await turn();
    }
    await other.destroy();
    expect([...seen].filter((count) => count !== 0 && count !== 64)).toEqual([]);
    expect(await all).toEqual(Array.from({ length: 64 }, (_, at) => at));
  });

  it('undoes a failing unit and nothing else of its batch', async () => {
    const outcomes = await Promise.allSettled([
      units.write(insert('before')),
      units.write(function* (): Unit<void> {
        yield* insert('undone')();
        throw new Error('changed its mind');
      }),
      units.write(function* (): Unit<void> {
        yield* insert('undone too')();
        yield* run(INSERT_ACCOUNT, 'id-other', 'before');
      }),
      units.run(INSERT_ACCOUNT, 'id-another', 'before'),
      units.write(insert('after')),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'rejected',
      'rejected',
      'fulfilled',
    ]);
    expect((outcomes[1] as PromiseRejectedResult).reason).toEqual(new Error('changed its mind'));
    expect(isUniqueViolation((outcomes[2] as PromiseRejectedResult).reason)).toBe(true);
    expect(await names(units)).toEqual(['after', 'before']);
  });

  it('runs once what fails before it has written, and again what shares a batch with one that fails later', async () => {
    const ran: string[] = [];
    const noted = (name: string, unit: () => Unit<unknown>) => () => (ran.push(name), unit());
    const refuse = (before: () => Unit<unknown>) =>
      function* (): Unit<void> {
        yield* before();
        throw new Error('refused');
      };
    const reading = () => all('SELECT id FROM accounts');
    const changingNothing = () => run('DELETE FROM accounts');
    const early = [noted('b', refuse(reading)), noted('c', refuse(changingNothing))];
    const outcomes = await Promise.allSettled(early.map((unit) => units.write(unit)));
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(ran.splice(0)).toEqual(['b', 'c']);

    const returning = () => get(`${INSERT_ACCOUNT} RETURNING id`, 'id-d', 'd');
    const batch = [noted('a', insert('a')), noted('d', refuse(returning)), noted('e', insert('e'))];
    const later = await Promise.allSettled(batch.map((unit) => units.write(unit)));
    expect(later.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(ran).toEqual(['a', 'd', 'a', 'd', 'e']);
    expect(await names(units)).toEqual(['a', 'e']);
  });

  it('cannot wait for anything but statements, by its type', () => {
    // @ts-expect-error a unit is no promise
    const asynchronous = () => units.write(async () => insert('a')());
    expect(asynchronous).toBeDefined();
  });

  it('bounds its queue: what does not fit is refused at once and the rest is carried out', async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 4_200 }, (_, at) => units.write(insert(`a${at}`))));
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(refused).toHaveLength(104);
    for (const { reason } of refused) expect(reason).toBeInstanceOf(DatabaseUnavailableError);
    expect(await names(units)).toHaveLength(4_096);
  });

  it('has nobody of many wait longer than five seconds while another process writes, and nobody less', async () => {
    const letGo = await holdWriteLock(file);
    const startedAt = performance.now();
    const writes = Array.from({ length: 500 }, (_, at) => units.write(insert(`a${at}`)));
    const outcomes = Promise.allSettled(writes);
    await Promise.allSettled(writes.slice(0, 1));
    const late = units.write(insert('late'));
    for (const outcome of await outcomes)
      expect((outcome as PromiseRejectedResult).reason).toBeInstanceOf(DatabaseUnavailableError);
    expect(performance.now() - startedAt).toBeLessThan(20_000);
    await letGo();
    await late;
    expect(await names(units)).toEqual(['late']);
  });

  it('waits while another process writes, and stops neither reads nor the event loop', async () => {
    const letGo = await holdWriteLock(file);
    const write = units.write(insert('a'));
    for (let reads = 0; reads < 50; reads += 1) {
      await turn();
      expect(await names(units)).toEqual([]);
    }
    await letGo();
    await write;
    expect(await names(units)).toEqual(['a']);
  });

  it('loses nothing with two data sources on one file', async () => {
    const other = await openFile(file);
    await Promise.all(
      Array.from({ length: 40 }, (_, at) => (at % 2 === 0 ? units : other.units).write(insert(`a${at}`))),
    );
    await other.destroy();
    expect(await names(units)).toHaveLength(40);
  });

  it('drains: what was taken is carried out, and nothing more is taken', async () => {
    const writes = Array.from({ length: 200 }, (_, at) => units.write(insert(`a${at}`)));
    const drained = units.drain();
    const late = units.write(insert('late'));
    await expect(late).rejects.toThrow(DatabaseUnavailableError);
    await drained;
    expect(await Promise.all(writes)).toHaveLength(200);
    const again = await openFile(file);
    expect(await names(again.units)).toHaveLength(200);
    await again.destroy();
  });

  it('fails on a full disk as unavailable, each caller told, and works again later', async () => {
    const { page_count: pages } = (await dataSource.query<{ page_count: number }[]>('PRAGMA page_count'))[0]!;
    await dataSource.query(`PRAGMA max_page_count = ${pages}`);
    const large = (name: string) => insert(`${name}${'x'.repeat(20_000)}`);
    const outcomes = await Promise.allSettled(['a', 'b', 'c'].map((name) => units.write(large(name))));
    for (const outcome of outcomes) expect(isDatabaseUnavailable((outcome as PromiseRejectedResult).reason)).toBe(true);

    await dataSource.query('PRAGMA max_page_count = 1000000');
    expect(await names(units)).toEqual([]);
    await units.write(insert('after'));
    expect(await names(units)).toEqual(['after']);
  });

  it('fails its whole batch when the commit fails', async () => {
    // A deferred constraint makes COMMIT fail. The product has none.
    await dataSource.query('CREATE TABLE parent (id INTEGER PRIMARY KEY)');
    await dataSource.query('CREATE TABLE child (parent INTEGER REFERENCES parent DEFERRABLE INITIALLY DEFERRED)');
    const outcomes = await Promise.allSettled([
      units.write(insert('a')),
      units.run('INSERT INTO child VALUES (1)'),
      units.write(insert('b')),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(await names(units)).toEqual([]);
    await units.write(insert('after'));
    expect(await names(units)).toEqual(['after']);
  });

  it('stores and finds nothing by a part of a text: one with U+0000 is refused', async () => {
    await units.write(insert('a'));
    const uses = [units.write(insert('a\0b')), units.get('SELECT 1 FROM accounts WHERE email_key = ?', 'a\0b')];
    for (const outcome of await Promise.allSettled(uses))
      expect((outcome as PromiseRejectedResult).reason).toBeInstanceOf(UnstorableError);
    expect(await names(units)).toEqual(['a']);
  });

  it('refuses foreign keys that point nowhere', async () => {
    const orphan = units.run(
      "INSERT INTO sign_in_sessions (id, account_id, created_at, last_used_at, expires_at) VALUES ('s', 'nobody', 1, 1, 2)",
    );
    await expect(orphan).rejects.toMatchObject({ errcode: 787 });
  });

  it('does not starve the event loop under a steady load', async () => {
    let running = true;
    let written = 0;
    const load = Promise.all(
      Array.from({ length: 32 }, async (_, lane) => {
        while (running) {
          await units.write(insert(`a${lane}-${written}`));
          written += 1;
        }
      }),
    );
    for (let timers = 0; timers < 10; timers += 1) await new Promise((resolve) => setTimeout(resolve, 1));
    running = false;
    await load;
    expect(await names(units)).toHaveLength(written);
  });
});
