import { openFile } from '@consentry/typeorm-node-sqlite';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { INSERT_ACCOUNT } from '../../test/database';
import { ENGINES } from '../../test/engines';
import { listsOf } from '../model/own-account/account-export';
import { ENTITIES } from '../model/entities';
import { TimeColumn } from '../platform/database/columns';
import { Expires, purgesOf } from '../platform/database/expires';
import type { Database } from '../platform/database/open-database';
import { all } from '../platform/database/sql';
import {
  Ends,
  Exported,
  Holds,
  Stored,
  describeTable,
  endingsOf,
  exportedLists,
} from '../platform/database/table-facts';
import { endRows } from './end-everything';
import { movedTables } from './move/copy-rows';
import { STANDING } from './restore/replaced-database';

const NOW = 1_800_000_000_000;

@Entity('vouchers')
@Stored({ removed: 'the server, when they expire' })
@Exported('vouchers')
@Index('vouchers_expiry', ['expiresAt'])
class Voucher {
  @Exported()
  @PrimaryColumn('varchar', { length: 36 })
  id: string;

  @Column('varchar', { name: 'account_id', length: 36 })
  accountId: string;

  @Holds('secret', 'SHA-256 of 256 random bits')
  @Column('varchar', { length: 64 })
  hash: string;

  @Holds('sent', '200')
  @Exported('said')
  @Column('text')
  note: string;

  @Exported()
  @Column('boolean')
  big: boolean;

  @Exported()
  @TimeColumn('created_at')
  createdAt: number;

  @Expires()
  @TimeColumn('expires_at')
  expiresAt: number;

  @Ends('vouchers')
  @TimeColumn('spent_at', { nullable: true })
  spentAt: number | null;
}

@Entity('drafts')
@Ends('drafts')
@Stored({ removed: 'nobody' })
class Draft {
  @PrimaryColumn('varchar', { length: 36 })
  id: string;
}

@Entity('riddles')
class Riddle {
  @PrimaryColumn('varchar', { length: 36 })
  id: string;
}

@Entity('letters')
@Stored({ removed: 'nobody' })
class Letter {
  @PrimaryColumn('text')
  body: string;
}

const SETTINGS = { eventsKept: 1 };
const CREATE = `CREATE TABLE vouchers (id varchar(36) PRIMARY KEY, account_id varchar(36) REFERENCES accounts (id),
  hash varchar(64), note text, big boolean, created_at bigint, expires_at bigint, spent_at bigint)`;
const INSERT = `INSERT INTO vouchers VALUES ('gone', 'ada', 'h1', 'old', FALSE, 1, ${NOW}, 5),
  ('new', 'ada', 'h2', 'for tea', TRUE, 2, ${NOW + 1}, NULL), ('theirs', 'eve', 'h3', 'none', TRUE, 3, ${NOW + 1}, NULL)`;

describe.each(ENGINES)('a table that an entity alone describes, on $engine', ({ open, make, engine }) => {
  let database: Database;
  let place: string;

  beforeEach(async () => {
    place = await make();
    database = await open(place);
    for (const id of ['ada', 'eve']) await database.units.run(INSERT_ACCOUNT, id, id);
    for (const text of [CREATE, INSERT, 'CREATE TABLE drafts (id varchar(36))', "INSERT INTO drafts VALUES ('d')"])
      await database.query(text);
  });
  afterEach(() => database.destroy());

  const select = (text: string) => database.units.read(() => all(text));

  it('is purged', async () => {
    await purgesOf([Voucher], SETTINGS)[0]!.runBatch(database.units, NOW, 10);
    expect(await select('SELECT id FROM vouchers ORDER BY id')).toEqual([{ id: 'new' }, { id: 'theirs' }]);
  });

  it('ends with everything, what had ended keeps its time', async () => {
    const ended = await database.units.write(() => endRows(endingsOf([Voucher, Draft]), NOW));
    expect(ended).toEqual({ vouchers: 2, drafts: 1 });
    const times = await select('SELECT id, spent_at + 0 AS at FROM vouchers ORDER BY id');
    expect(times.map((row) => Object.values(row as object).map(String))).toEqual([
      ['gone', '5'],
      ['new', String(NOW)],
      ['theirs', String(NOW)],
    ]);
    expect(await select('SELECT id FROM drafts')).toEqual([]);
  });

  it("is in its account's export", async () => {
    const { vouchers } = await database.units.read(() => listsOf(exportedLists(), 'ada'));
    const shown = { created_at: '1970-01-01T00:00:00.002Z', said: 'for tea', big: true, id: 'new' };
    expect(vouchers).toEqual([{ id: 'gone', said: 'old', big: false, created_at: '1970-01-01T00:00:00.001Z' }, shown]);
  });

  it('moves after the tables that it refers to', () => {
    if (engine !== 'sqlite') return;
    const file = openFile(place, { readonly: true });
    const moved = movedTables(file);
    file.close();
    expect(moved).toContain('vouchers');
    expect(moved.indexOf('accounts')).toBeLessThan(moved.indexOf('vouchers'));
  });
});

describe('the page on stored data', () => {
  it('has a row for it', () => {
    expect(describeTable(Voucher)).toEqual([
      '`vouchers`',
      '`hash`: SHA-256 of 256 random bits',
      '`note`: 200',
      '`id`, `account_id`',
      'the server, when they expire',
      'ended',
    ]);
    expect(describeTable(Draft).at(-1)).toBe('ended');
  });

  it('says that ended rows stay ended where a restore reads the replaced database for them', () => {
    const read = Object.values(STANDING).map((select) => /FROM (\w+)/.exec(select(''))![1]);
    const stay = ENTITIES.map(describeTable).filter((cells) => cells.at(-1)!.startsWith('given back, but'));
    expect(stay.map(([name]) => name).sort()).toEqual(read.map((name) => `\`${name}\``).sort());
  });

  it('wants to know what a table and a column of text are for', () => {
    expect(() => describeTable(Riddle)).toThrow('the table riddles does not say who removes its rows: @Stored()');
    expect(() => describeTable(Letter)).toThrow('the column body of letters does not say what it @Holds()');
    for (const entity of ENTITIES) expect(describeTable(entity)).toHaveLength(6);
  });
});
