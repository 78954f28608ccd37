import { setImmediate as turn } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { BetterSqlite3QueryRunner } from 'typeorm/driver/better-sqlite3/BetterSqlite3QueryRunner';
import { INSERT_ACCOUNT, freshFile, newAccount, openFile } from '../../../../test/database';
import { migratedFile } from '@consentry/test-support/server/migrated';
import { holdWriteLock } from '@consentry/test-support/server/write-lock';
import { Account } from '../../../model/accounts/account.entity';
import { DatabaseUnavailableError, isUniqueViolation } from '../database-error';
import { type Unit, all, run } from '../sql';
import type { SqliteDataSource } from './sqlite-data-source';

const numbers = (count: number) => Array.from({ length: count }, (_, at) => at);

const fulfilled = (outcomes: PromiseSettledResult<unknown>[]) =>
  outcomes.filter(({ status }) => status === 'fulfilled').length;

const namesIn = async (dataSource: DataSource) =>
  (await dataSource.manager.find(Account)).map(({ id }) => id.replace('id-', '')).sort();

describe('TypeORM behind the mutex', () => {
  let file: string;
  let dataSource: SqliteDataSource;

  beforeEach(async () => {
    file = await migratedFile(freshFile());
    dataSource = await openFile(file);
  });
  afterEach(() => dataSource.destroy());

  it('carries out 20 transactions at once', async () => {
    const outcomes = await Promise.allSettled(
      numbers(20).map((n) =>
        dataSource.transaction(async (manager) => {
          await manager.insert(Account, newAccount(`a${n}`));
          await turn();
          await manager.update(Account, { id: `id-a${n}` }, { name: 'renamed' });
        }),
      ),
    );
    expect(fulfilled(outcomes)).toBe(20);
    expect(await dataSource.manager.countBy(Account, { name: 'renamed' })).toBe(20);
  });

  it('keeps what staggered transactions acknowledge while the first fails later', async () => {
    let failFirst = (): void => undefined;
    const first = dataSource.transaction(async (manager) => {
      await manager.insert(Account, newAccount('first'));
      await new Promise<void>((resolve) => (failFirst = resolve));
      throw new Error('the first changed its mind');
    });
    const others = numbers(4).map(async (n) => {
      for (let turns = 0; turns < n * 3; turns += 1) await turn();
      return dataSource.transaction((manager) => manager.insert(Account, newAccount(`other${n}`)));
    });
    for (let turns = 0; turns < 20; turns += 1) await turn();
    failFirst();

    await expect(first).rejects.toThrow('the first changed its mind');
    expect(fulfilled(await Promise.allSettled(others))).toBe(4);
    expect(await namesIn(dataSource)).toEqual(['other0', 'other1', 'other2', 'other3']);
  });

  it('keeps a plain insert made while a transaction is open that rolls back', async () => {
    let fail = (): void => undefined;
    const open = new Promise<void>((opened) => {
      void dataSource
        .transaction(async (manager) => {
          await manager.insert(Account, newAccount('undone'));
          opened();
          await new Promise<void>((resolve) => (fail = resolve));
          throw new Error('rolled back');
        })
        .catch(() => undefined);
    });
    await open;
    const insert = dataSource.getRepository(Account).insert(newAccount('kept'));
    const unit = dataSource.units.write(() => run(INSERT_ACCOUNT, 'id-unit', 'unit'));
    for (let turns = 0; turns < 10; turns += 1) await turn();
    fail();
    await Promise.all([insert, unit]);
    expect(await namesIn(dataSource)).toEqual(['kept', 'unit']);
  });

  it('stores each of 20 saves it acknowledges while one violates a unique key', async () => {
    await dataSource.manager.insert(Account, [newAccount('taken'), newAccount('known')]);
    const repository = dataSource.getRepository(Account);
    // Its second write fails; the other calls arrive while its transaction is open.
    const loser = [newAccount('undone'), { ...newAccount('known'), emailKey: 'taken' }];
    const outcomes = await Promise.allSettled([
      repository.save(loser),
      ...numbers(19).map(async (n) => {
        for (let turns = 0; turns < n % 4; turns += 1) await turn();
        return repository.save(newAccount(`b${n}`));
      }),
    ]);

    expect(outcomes[0]).toMatchObject({ status: 'rejected' });
    expect(isUniqueViolation((outcomes[0] as PromiseRejectedResult).reason)).toBe(true);
    expect(fulfilled(outcomes)).toBe(19);
    expect(await namesIn(dataSource)).toEqual([...numbers(19).map((n) => `b${n}`), 'known', 'taken'].sort());
  });

  it('lets exactly one of 50 conditional updates win, by TypeORM and by units', async () => {
    await dataSource.manager.insert(Account, [newAccount('one'), newAccount('two')]);
    const updates = await Promise.all(
      numbers(50).map((n) => dataSource.manager.update(Account, { id: 'id-one', createdAt: 1 }, { createdAt: 2 + n })),
    );
    const units = await Promise.all(
      numbers(50).map((n) =>
        dataSource.units.run('UPDATE accounts SET created_at = ? WHERE id = ? AND created_at = 1', 2 + n, 'id-two'),
      ),
    );
    expect(updates.filter(({ affected }) => affected === 1)).toHaveLength(1);
    expect(units.filter((changed) => changed === 1)).toHaveLength(1);
  });

  it('loses nothing with two data sources on one file, and freezes neither', async () => {
    const other = await openFile(file);
    const outcomes = await Promise.allSettled(
      numbers(40).map((n) => {
        const { manager, units } = n % 2 === 0 ? dataSource : other;
        if (n % 4 < 2)
          return manager.transaction(async (own) => {
            await own.insert(Account, newAccount(`c${n}`));
            await turn();
            await own.update(Account, { id: `id-c${n}` }, { name: 'renamed' });
          });
        return units.write(() => run(INSERT_ACCOUNT, `id-c${n}`, `c${n}`));
      }),
    );
    await other.destroy();
    expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([]);
    expect(await dataSource.manager.count(Account)).toBe(40);
  });

  it('loses nothing of units, transactions, saves and statements under load, some of which fail', async () => {
    const kept = new Set<string>();
    const attempt = async (name: string, write: () => Promise<unknown>) => {
      await write().then(
        () => kept.add(name),
        () => undefined,
      );
    };
    const ways: ((name: string, fails: boolean) => Promise<unknown>)[] = [
      (name, fails) =>
        dataSource.units.write(function* (): Unit<void> {
          yield* run(INSERT_ACCOUNT, `id-${name}`, name);
          if (fails) throw new Error('undone');
        }),
      (name, fails) =>
        dataSource.transaction(async (manager) => {
          await manager.insert(Account, newAccount(name));
          await turn();
          if (fails) throw new Error('undone');
          await manager.update(Account, { id: `id-${name}` }, { name: 'renamed' });
        }),
      (name, fails) => dataSource.getRepository(Account).save({ ...newAccount(name), ...(fails && { emailKey: 'x' }) }),
      (name, fails) =>
        dataSource.getRepository(Account).insert({ ...newAccount(name), ...(fails && { emailKey: 'x' }) }),
    ];
    await dataSource.manager.insert(Account, newAccount('x'));
    await Promise.all(
      numbers(400).map(async (n) => {
        for (let turns = n % 13; turns > 0; turns -= 1) await turn();
        await attempt(`d${n}`, () => ways[n % ways.length]!(`d${n}`, n % 5 === 0));
        if (n % 3 === 0) await dataSource.units.read(() => all('SELECT id FROM accounts'));
      }),
    );
    expect(kept.size).toBe(320);
    expect(await namesIn(dataSource)).toEqual([...kept, 'x'].sort());
  });

  it('undoes a nested transaction alone', async () => {
    await dataSource.transaction(async (manager) => {
      await manager.insert(Account, newAccount('outer'));
      await manager
        .transaction(async (inner) => {
          await inner.insert(Account, newAccount('inner'));
          throw new Error('undone');
        })
        .catch(() => undefined);
    });
    expect(await namesIn(dataSource)).toEqual(['outer']);
  });

  it.each<[string, (dataSource: SqliteDataSource) => Promise<unknown>]>([
    ['an outer repository', ({ manager }) => manager.getRepository(Account).count()],
    ['an outer save', ({ manager }) => manager.getRepository(Account).save(newAccount('lost'))],
    ['a second transaction', (outer) => outer.transaction((manager) => manager.insert(Account, newAccount('lost')))],
    ['a query builder', (outer) => outer.createQueryBuilder(Account, 'a').getMany()],
    ['a plain query', (outer) => outer.query('SELECT 1')],
  ])('refuses %s inside a transaction instead of waiting for itself', async (_, use) => {
    const refused = dataSource.transaction(async (manager) => {
      await manager.insert(Account, newAccount('undone'));
      await use(dataSource);
    });
    await expect(refused).rejects.toThrow('inside a transaction use the manager it hands you, not an outer repository');
    expect(await namesIn(dataSource)).toEqual([]);
  });

  it('refuses a unit inside a transaction instead of waiting for itself', async () => {
    const write = dataSource.transaction(() => dataSource.units.write(() => run('DELETE FROM accounts')));
    await expect(write).rejects.toThrow('a unit inside a TypeORM transaction would wait for itself');
    const read = dataSource.transaction(() => dataSource.units.read(() => all('SELECT 1')));
    await expect(read).rejects.toThrow('a unit inside a TypeORM transaction would wait for itself');
  });

  it('takes units again once a transaction is over, also from what it left running', async () => {
    let later: Promise<unknown> = Promise.resolve();
    await dataSource.transaction(async (manager) => {
      await manager.insert(Account, newAccount('first'));
      later = turn()
        .then(() => turn())
        .then(() => turn())
        .then(() => turn())
        .then(() => dataSource.units.write(() => run(INSERT_ACCOUNT, 'id-later', 'later')));
    });
    await later;
    expect(await namesIn(dataSource)).toEqual(['first', 'later']);
  });

  it('frees the connection when a runner is released in the middle of its transaction', async () => {
    const runner = dataSource.createQueryRunner();
    await runner.startTransaction();
    await runner.manager.insert(Account, newAccount('forgotten'));
    await runner.release();
    await dataSource.units.write(() => run(INSERT_ACCOUNT, 'id-next', 'next'));
    expect(await namesIn(dataSource)).toEqual(['next']);
  });

  it('fails transactions on a full disk, keeps the connection usable, and works again', async () => {
    const { page_count: pages } = (await dataSource.query<{ page_count: number }[]>('PRAGMA page_count'))[0]!;
    await dataSource.query(`PRAGMA max_page_count = ${pages}`);
    const large = () =>
      dataSource.transaction((manager) =>
        manager.insert(Account, { ...newAccount('large'), name: 'x'.repeat(100_000) }),
      );
    await expect(large()).rejects.toMatchObject({ driverError: { code: 'SQLITE_FULL' } });
    await expect(large()).rejects.toMatchObject({ driverError: { code: 'SQLITE_FULL' } });

    await dataSource.query('PRAGMA max_page_count = 1000000');
    await large();
    expect(await namesIn(dataSource)).toEqual(['large']);
  });

  describe('while another process writes', () => {
    it('waits without blocking the event loop, with transactions, saves and statements', async () => {
      const letGo = await holdWriteLock(file);
      const writes = [
        dataSource.transaction((manager) => manager.insert(Account, newAccount('transaction'))),
        dataSource.getRepository(Account).save(newAccount('save')),
        dataSource.getRepository(Account).insert(newAccount('insert')),
        dataSource.units.write(() => run(INSERT_ACCOUNT, 'id-unit', 'unit')),
      ];
      // Each turn also reads committed rows.
      for (let reads = 0; reads < 50; reads += 1) {
        await turn();
        expect(await dataSource.units.read(() => all('SELECT id FROM accounts'))).toEqual([]);
        expect(await dataSource.manager.count(Account)).toBe(0);
      }
      await letGo();
      await Promise.all(writes);
      expect(await namesIn(dataSource)).toEqual(['insert', 'save', 'transaction', 'unit']);
    });

    it('gives up after five seconds as unavailable, and works again once the other lets go', async () => {
      const letGo = await holdWriteLock(file);
      let ticks = 0;
      const ticking = setInterval(() => (ticks += 1), 50);
      const startedAt = performance.now();
      const outcomes = await Promise.allSettled([
        dataSource.units.write(() => run(INSERT_ACCOUNT, 'id-unit', 'unit')),
        dataSource.transaction((manager) => manager.insert(Account, newAccount('transaction'))),
      ]);
      const waited = performance.now() - startedAt;
      clearInterval(ticking);

      for (const outcome of outcomes)
        expect((outcome as PromiseRejectedResult).reason).toBeInstanceOf(DatabaseUnavailableError);
      expect(waited).toBeGreaterThan(4_000);
      expect(ticks).toBeGreaterThan(30);

      await letGo();
      await dataSource.units.write(() => run(INSERT_ACCOUNT, 'id-after', 'after'));
      expect(await namesIn(dataSource)).toEqual(['after']);
    }, 20_000);
  });

  describe('the private parts of TypeORM that the mutex stands on', () => {
    it('hands a runner of its own to every caller', () => {
      expect(dataSource.createQueryRunner()).not.toBe(dataSource.createQueryRunner());
    });

    it('begins IMMEDIATE: nobody else can write between BEGIN and the first write', async () => {
      const other = await openFile(file);
      await dataSource.transaction(async () => {
        const begin = () =>
          (other.driver as unknown as { databaseConnection: { exec(text: string): void } }).databaseConnection.exec(
            'BEGIN IMMEDIATE',
          );
        expect(begin).toThrow(/locked/);
      });
      await other.destroy();
    });

    it('refuses to work with a TypeORM that begins in another way', async () => {
      const begin = jest.spyOn(BetterSqlite3QueryRunner.prototype, 'startTransaction');
      begin.mockImplementation(async function (this: BetterSqlite3QueryRunner) {
        this.isTransactionActive = true;
        await this.query('BEGIN');
      });
      await expect(openFile()).rejects.toThrow('this version of TypeORM begins transactions in another way');
      begin.mockRestore();
      await dataSource.transaction((manager) => manager.insert(Account, newAccount('after')));
    });
  });
});
