import { setTimeout as pause } from 'node:timers/promises';
import { systemClock } from '../config/clock';
import type { Database } from '../database/open-database';
import { type Unit, run } from '../database/sql';
import { ENGINES } from '../../test/engines';
import type { KeptEntry } from './published-entries';
import { recordRevocation } from './record-revocation';
import { RevocationFeed } from './revocation-feed';
import { RevocationRepository } from './revocation.repository';

const MANY = `INSERT INTO revocations (kind, subject, at, expires_at)
  WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?) SELECT 'family', 'f' || i, 1, 2 FROM n`;

describe.each(ENGINES)('the feed of revocations on $engine', ({ open, engine }) => {
  let database: Database;
  let feed: RevocationFeed;
  let clock: { now: () => number; elapsed: () => number; ahead: number };

  beforeEach(async () => {
    database = await open();
    clock = { ahead: 0, now: () => Date.now(), elapsed: () => systemClock.elapsed() + clock.ahead };
    feed = new RevocationFeed(new RevocationRepository(database.units), database.signals, clock);
  });
  afterEach(async () => {
    feed.beforeApplicationShutdown();
    await database.destroy();
  });

  const end = (subject: string, more: object = {}) => {
    const at = Date.now();
    return database.units.write(() => recordRevocation({ kind: 'token', subject, at, expiresAt: at + 1, ...more }));
  };
  const livingOf = async () => (await (await feed.latest()).entries.living()).map((text) => JSON.parse(text) as object);

  function follow() {
    const arrived: KeptEntry[] = [];
    const others: string[] = [];
    const stop = feed.follow({
      onArrival: (entries) => arrived.push(...entries),
      onOtherLog: () => others.push('other'),
    });
    return { arrived, others, stop, versions: () => arrived.map(({ v }) => v) };
  }

  const until = async (is: () => boolean) => {
    while (!is()) await pause(2);
  };

  it('has what was committed before it was asked for', async () => {
    for (let count = 0; count < 20; count += 1) {
      expect(await livingOf()).toHaveLength(count);
      await end(`token-${count}`);
    }
  });

  it('tells a follower of each entry once, however many read', async () => {
    const followed = follow();
    await feed.latest();
    for (let count = 0; count < 30; count += 1) await Promise.all([end(`token-${count}`), feed.latest()]);
    await until(() => followed.arrived.length === 30);
    await feed.latest();
    expect(followed.versions().sort((one, other) => one - other)).toEqual(Array.from({ length: 30 }, (_, n) => n + 1));
  });

  it('lifts what a later entry lifts, also for who asks since before', async () => {
    await end('client', { kind: 'disabled' });
    await end('other', { kind: 'disabled' });
    await end('client', { kind: 'enabled', below: 1 });
    expect(await livingOf()).toMatchObject([{ v: 2, k: 'disabled' }]);
    const { entries, isInOrder } = await feed.latest();
    expect(entries.since(0, isInOrder)!.map(({ v }) => v)).toEqual([2, 3]);
  });

  it('reads a table of many in slices, and what comes meanwhile', async () => {
    await database.units.write(() => run(MANY, 5_000));
    const followed = follow();
    const { version, entries } = await feed.latest();
    expect([version, (await entries.living()).length]).toEqual([5_000, 5_000]);
    await database.units.write(() => run(MANY, 2_500));
    expect((await feed.latest()).version).toBe(7_500);
    await until(() => followed.arrived.length === 2_500);
  });

  it('begins anew with another log, and says so', async () => {
    const followed = follow();
    const { entries: before } = await feed.latest();
    await database.units.run("UPDATE revocation_logs SET log = 'another'");
    const { entries } = await feed.latest();
    expect([entries.log, before.log === 'another', followed.others]).toEqual(['another', false, ['other']]);
  });

  it('forgets what has left the table an hour later, and nothing else', async () => {
    const followed = follow();
    await feed.latest();
    await end('a');
    await end('b');
    await feed.latest();
    await database.units.run("DELETE FROM revocations WHERE subject = 'a'");
    expect(await livingOf()).toHaveLength(2);
    clock.ahead += 3_600_001;
    await end('c');
    expect(await livingOf()).toMatchObject([{ v: 2 }, { v: 3 }]);
    expect(followed.versions()).toEqual([1, 2, 3]);
  });

  it('is forgotten minutes after the last call, but not while there is a follower', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'performance', 'Date'] });
    const { stop } = follow();
    await feed.latest();
    jest.advanceTimersByTime(600_000);
    expect(feed.known()).toBeDefined();
    stop();
    jest.advanceTimersByTime(299_999);
    expect(feed.known()).toBeDefined();
    jest.advanceTimersByTime(1);
    expect(feed.known()).toBeUndefined();
    expect(jest.getTimerCount()).toBe(0);
    jest.useRealTimers();
  });

  (engine === 'postgres' ? it : it.skip)(
    'has an entry that is committed after a later one, also in the rest since that one',
    async () => {
      const followed = follow();
      await feed.latest();
      await end('first');
      await feed.latest();
      let commit = () => {};
      const held = new Promise<void>((resolve) => (commit = resolve));
      const runner = (
        database as { createQueryRunner(): { query(text: string): Promise<unknown> } & Runner }
      ).createQueryRunner();
      await runner.startTransaction();
      await runner.query(
        `INSERT INTO revocations (kind, subject, at, expires_at) VALUES ('family', 'late', ${Date.now()}, 2)`,
      );
      const committed = held.then(() => runner.commitTransaction()).then(() => runner.release());
      await end('later');
      const before = await feed.latest();
      expect(before.version).toBe(3);
      const fingerprint = before.entries.fingerprint(3);
      commit();
      await committed;
      const { entries, version } = await feed.latest();
      expect(
        entries
          .since(version, false)!
          .map(({ v }) => v)
          .sort(),
      ).toEqual([1, 2, 3]);
      expect(entries.fingerprint(3)).not.toBe(fingerprint);
      expect(followed.versions()).toEqual([1, 3, 2]);

      // Another process that begins only now has it too, and looks back for what it does not know of.
      const other = new RevocationFeed(new RevocationRepository(database.units), database.signals, clock);
      expect((await other.latest()).entries.has(2)).toBe(true);
      other.beforeApplicationShutdown();
    },
  );

  (engine === 'postgres' ? it : it.skip)(
    'misses none of 1,000 endings by 16 writers',
    async () => {
      const followed = follow();
      await feed.latest();
      const write = async (writer: number) => {
        for (let n = 0; n < 63; n += 1)
          await database.units.write(function* (): Unit<void> {
            yield* recordRevocation({ kind: 'token', subject: `${writer}-${n}`, at: Date.now(), expiresAt: 1 });
            // Time between the version and the commit.
            yield* run('SELECT pg_sleep(0.002)');
          });
      };
      await Promise.all(Array.from({ length: 16 }, (_, writer) => write(writer)));
      await until(() => followed.arrived.length === 1_008);
      expect(new Set(followed.versions()).size).toBe(1_008);
    },
    30_000,
  );
});

interface Runner {
  startTransaction(): Promise<void>;
  commitTransaction(): Promise<void>;
  release(): Promise<void>;
}
