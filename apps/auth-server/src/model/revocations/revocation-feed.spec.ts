import { setTimeout as pause } from 'node:timers/promises';
import { systemClock } from '../../platform/config/clock';
import type { Cursor } from '../../protocol/revocation/cursor';
import type { Database } from '../../platform/database/open-database';
import { type Unit, run } from '../../platform/database/sql';
import { ENGINES } from '../../../test/engines';
import { recordRevocation } from '../../endings/record-revocation';
import { RevocationFeed } from './revocation-feed';
import { type RevocationTail, SPAN } from './revocation-tail';
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
  /** Reads on from where it stands, as a service does. @returns the versions that it had not */
  function givenReader() {
    let cursor: Cursor | undefined;
    return (tail: RevocationTail) => {
      const news = tail.after(cursor ?? { log: tail.log, version: 0 }).map(({ version }) => version);
      cursor = tail.end(clock.elapsed());
      return news;
    };
  }

  it('has what was committed before it was asked for', async () => {
    const read = givenReader();
    for (let count = 1; count <= 20; count += 1) {
      await end(`token-${count}`);
      expect(read(await feed.latest())).toEqual([count]);
    }
    expect(read(await feed.known())).toEqual([]);
  });

  it('wakes a follower after each commit, until it is left', async () => {
    let woken = 0;
    const leave = feed.follow(() => (woken += 1));
    await end('a');
    while (woken === 0) await pause(2);
    leave();
    const before = woken;
    await end('b');
    await pause(200);
    expect(woken).toBe(before);
  });

  it('keeps the newest 4,096 versions or more, of a table that it finds and of one that grows', async () => {
    await database.units.write(() => run(MANY, 2 * SPAN + 10));
    if (engine === 'sqlite') expect((await feed.latest()).start).toBe(SPAN);
    const tail = await feed.latest();
    expect(tail.newest).toBe(2 * SPAN + 10);
    expect(tail.after({ log: tail.log, version: tail.start })).toHaveLength(tail.newest - tail.start);
    await database.units.write(() => run(MANY, 3 * SPAN));
    clock.ahead += 31_000;
    const later = await feed.latest();
    expect([later.start, later.newest]).toEqual([4 * SPAN, 5 * SPAN + 10]);
    expect(later.after({ log: later.log, version: 5 * SPAN })).toHaveLength(10);
  });

  it('leaves out what a wide entry covers, of the same holder alone', async () => {
    const of = (subject: string, pair: string) => end(subject, { holder: 'account', pair });
    await of('one', 'client-a');
    await of('two', 'client-b');
    await end('three', { holder: 'other', pair: 'client-a' });
    await feed.latest();
    const wide = { kind: 'reissue', clientId: 'client-a', below: 1 };
    await end('account', { ...wide, holder: 'account', pair: 'client-a' });
    const left = (tail: RevocationTail) => tail.after({ log: tail.log, version: 0 }).map(({ version }) => version);
    expect(left(await feed.latest())).toEqual([2, 3, 4]);
    await end('account', { ...wide, clientId: '', holder: 'account', pair: '' });
    expect(left(await feed.latest())).toEqual([3, 5]);
  });

  it('begins anew with another log', async () => {
    const before = await feed.latest();
    await database.units.run("UPDATE revocation_logs SET log = 'another'");
    const after = await feed.latest();
    expect([after.log, before.log === 'another']).toEqual(['another', false]);
  });

  (engine === 'postgres' ? it : it.skip)('has an entry that is committed after a later one', async () => {
    const read = givenReader();
    await end('first');
    expect(read(await feed.latest())).toEqual([1]);
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
    const tail = await feed.latest();
    expect(read(tail)).toEqual([3]);
    const cursor = tail.end(clock.elapsed());
    expect([cursor.version, read(await feed.latest())]).toEqual([1, []]);
    commit();
    await committed;
    expect(read(await feed.latest())).toEqual([2]);

    // Another process repeats what is above the gap, and one that begins only now looks back for what it does not know of.
    const other = new RevocationFeed(new RevocationRepository(database.units), database.signals, clock);
    expect((await other.latest()).after(cursor).map(({ version }) => version)).toEqual([2, 3]);
    other.beforeApplicationShutdown();
  });

  (engine === 'postgres' ? it : it.skip)(
    'misses none of 1,000 endings by 16 writers',
    async () => {
      const read = givenReader();
      const found: number[] = [];
      let isDone = false;
      const reading = (async () => {
        while (!isDone) found.push(...read(await feed.latest()));
        found.push(...read(await feed.latest()));
      })();
      const write = async (writer: number) => {
        for (let n = 0; n < 63; n += 1)
          await database.units.write(function* (): Unit<void> {
            yield* recordRevocation({ kind: 'token', subject: `${writer}-${n}`, at: Date.now(), expiresAt: 1 });
            // Time between the version and the commit.
            yield* run('SELECT pg_sleep(0.002)');
          });
      };
      await Promise.all(Array.from({ length: 16 }, (_, writer) => write(writer)));
      isDone = true;
      await reading;
      expect([found.length, new Set(found).size]).toEqual([1_008, 1_008]);
    },
    30_000,
  );
});

interface Runner {
  startTransaction(): Promise<void>;
  commitTransaction(): Promise<void>;
  release(): Promise<void>;
}
