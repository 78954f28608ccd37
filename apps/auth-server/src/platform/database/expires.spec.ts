import { Entity, PrimaryColumn } from 'typeorm';
import { ENGINES } from '../../../test/engines';
import { TimeColumn } from './columns';
import { Expires, purgesOf } from './expires';
import type { Database } from './open-database';
import { all } from './sql';

const DAY = 86_400_000;
const NOW = 20_000 * DAY;
const SETTINGS = { eventsKept: 2 };

@Entity('plain_things')
class Plain {
  @PrimaryColumn('text')
  id: string;

  @Expires()
  @TimeColumn('gone_at')
  goneAt: number;
}

@Entity('kept_things')
class Kept {
  @PrimaryColumn('bigint', { name: 'number' })
  id: number;

  @Expires({ grace: ({ eventsKept }) => eventsKept * DAY, keepsLast: true })
  @TimeColumn('gone_at')
  goneAt: number;
}

class Lasting {}

describe.each(ENGINES)('the purges that entities ask for, on $engine', ({ open }) => {
  let database: Database;

  beforeAll(async () => {
    database = await open();
    await database.query('CREATE TABLE plain_things (id text PRIMARY KEY, gone_at bigint)');
    await database.query('CREATE TABLE kept_things (number bigint PRIMARY KEY, gone_at bigint)');
  });
  afterAll(() => database.destroy());

  it('delete what expired and its grace, at most so many at once, and keep the last where readers need it', async () => {
    await database.query(`INSERT INTO plain_things VALUES ('a', ${NOW - 2}), ('b', ${NOW}), ('c', ${NOW + 1})`);
    const long = NOW - 2 * DAY;
    await database.query(`INSERT INTO kept_things VALUES (1, ${long}), (2, ${long + 1}), (3, ${long})`);
    const [plain, kept, ...others] = purgesOf([Plain, Lasting, Kept], SETTINGS);
    expect([plain?.name, kept?.name, others]).toEqual(['plain_things', 'kept_things', []]);

    const left = (column: string, table: string) =>
      database.units.read(() => all<{ key: unknown }>(`SELECT ${column} AS key FROM ${table} ORDER BY 1`));
    expect(await plain!.runBatch(database.units, NOW, 1)).toBe(true);
    expect(await left('id', 'plain_things')).toEqual([{ key: 'b' }, { key: 'c' }]);
    expect(await plain!.runBatch(database.units, NOW, 2)).toBe(false);
    expect(await left('id', 'plain_things')).toEqual([{ key: 'c' }]);
    await kept!.runBatch(database.units, NOW, 10);
    expect(await left('number', 'kept_things')).toEqual([{ key: 2 }, { key: 3 }]);
  });
});
