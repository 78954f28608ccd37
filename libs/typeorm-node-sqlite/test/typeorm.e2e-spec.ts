import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  Column,
  DataSource,
  Entity,
  ManyToOne,
  type MigrationInterface,
  OneToMany,
  PrimaryGeneratedColumn,
  QueryFailedError,
  type QueryRunner,
  VersionColumn,
} from 'typeorm';
import { NodeSqlite, backUp, openFile } from '../src';

@Entity('people')
class Person {
  @PrimaryGeneratedColumn() id: number;
  @Column('text', { unique: true }) name: string;
  @Column('boolean', { default: false }) isKnown: boolean;
  @Column('datetime', { nullable: true }) bornAt: Date | null;
  @Column('blob', { nullable: true }) picture: Buffer | null;
  @Column('simple-json', { nullable: true }) likes: string[] | null;
  @VersionColumn() version: number;
  @OneToMany(() => Letter, (letter) => letter.to) letters: Letter[];
}

@Entity('letters')
class Letter {
  @PrimaryGeneratedColumn('uuid') id: string;
  @Column('text') text: string;
  @ManyToOne(() => Person, (person) => person.letters, { nullable: false, onDelete: 'CASCADE' }) to: Person;
}

class AddCats1700000000000 implements MigrationInterface {
  async up(runner: QueryRunner) {
    await runner.query('CREATE TABLE cats (name TEXT)');
    await runner.query("INSERT INTO cats VALUES ('Tom')");
  }
  async down(runner: QueryRunner) {
    await runner.query('DROP TABLE cats');
  }
}

const folder = mkdtempSync(join(tmpdir(), 'node-sqlite-'));
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;
const freshFile = () => join(folder, `${(files += 1)}.sqlite`);

const open = (database: string, others: { timeout?: number; readonly?: boolean; synchronize?: boolean } = {}) =>
  new DataSource({
    type: 'better-sqlite3',
    driver: NodeSqlite,
    database,
    entities: [Person, Letter],
    migrations: [AddCats1700000000000],
    synchronize: true,
    enableWAL: true,
    ...others,
  }).initialize();

describe('TypeORM', () => {
  let file: string;
  let source: DataSource;
  beforeEach(async () => {
    file = freshFile();
    source = await open(file);
  });
  afterEach(() => source.destroy());

  const people = () => source.getRepository(Person);

  it('stores and finds entities, with values of every kind as they were', async () => {
    const ada = {
      name: 'Ada 😀',
      isKnown: true,
      bornAt: new Date('1815-12-10T00:00:00.000Z'),
      picture: Buffer.from([0, 255, 7]),
      likes: ['engines'],
    };
    const { id } = await people().save(ada);
    const [found] = await people().find();
    expect(found).toMatchObject({ id, ...ada, version: 1 });
    expect(Buffer.isBuffer(found!.picture)).toBe(true);
    expect(await people().findOneBy({ isKnown: false })).toBeNull();
    await people().save({ ...found!, bornAt: null, picture: null, likes: null });
    expect(await people().findOneBy({ id })).toMatchObject({ bornAt: null, picture: null, likes: null, version: 2 });
  });

  it('counts what it changes, and joins, sorts and counts what it reads', async () => {
    const [ada, bob] = await people().save([{ name: 'Ada' }, { name: 'Bob' }]);
    await source.getRepository(Letter).save([
      { to: ada!, text: 'one' },
      { to: ada!, text: 'two' },
      { to: bob!, text: 'three' },
    ]);
    const [first] = await people().find({ relations: { letters: true }, order: { name: 'ASC' } });
    expect(first!.letters.map(({ text }) => text).sort()).toEqual(['one', 'two']);
    expect(await source.getRepository(Letter).count()).toBe(3);
    expect(await people().update({ isKnown: false }, { isKnown: true })).toMatchObject({ affected: 2 });
    expect(await people().delete({ name: 'Ada' })).toMatchObject({ affected: 1 });
    expect(await source.getRepository(Letter).count()).toBe(1);
  });

  it('undoes a transaction that fails, and goes on', async () => {
    const failing = source.transaction(async (manager) => {
      await manager.save(Person, { name: 'Ada' });
      throw new Error('changed its mind');
    });
    await expect(failing).rejects.toThrow('changed its mind');
    expect(await people().count()).toBe(0);
    await source.transaction((manager) => manager.save(Person, { name: 'Bob' }));
    expect(await people().count()).toBe(1);
  });

  it.each([
    ['UNIQUE', 2_067, "INSERT INTO people (name, version) VALUES ('Ada', 1)", /UNIQUE constraint failed: people.name/],
    ['FOREIGNKEY', 787, "INSERT INTO letters (id, text, toId) VALUES ('x', 'y', 99)", /FOREIGN KEY constraint failed/],
    ['ERROR', 1, 'SELECT * FROM nowhere', /no such table: nowhere/],
  ])('tells a failed statement by the result code of SQLite: %s', async (_, errcode, text, message) => {
    await people().save({ name: 'Ada' });
    const error: unknown = await source.query(text).catch((failure: unknown) => failure);
    expect(error).toBeInstanceOf(QueryFailedError);
    expect(error).toMatchObject({ driverError: { errcode } });
    expect((error as Error).message).toMatch(message);
  });

  it('runs migrations, and takes them back', async () => {
    expect(await source.runMigrations()).toHaveLength(1);
    expect(await source.runMigrations()).toHaveLength(0);
    expect(await source.query('SELECT * FROM cats')).toEqual([{ name: 'Tom' }]);
    await source.undoLastMigration();
    await expect(source.query('SELECT * FROM cats')).rejects.toThrow('no such table');
  });

  it('finds its tables as it made them: nothing is left to synchronize', async () => {
    const { upQueries } = await source.driver.createSchemaBuilder().log();
    expect(upQueries).toEqual([]);
  });

  it('refuses a second statement in one text, which SQLite would leave out without a word', async () => {
    const two = "INSERT INTO people (name, version) VALUES ('a;?', ?); DROP TABLE letters";
    await expect(source.query(two, [1])).rejects.toThrow(
      'a text with one statement was expected, and after the first there is: DROP TABLE letters',
    );
    await source.query("CREATE TRIGGER mark AFTER INSERT ON people BEGIN SELECT 'a'; SELECT 'b'; END;");
    expect(await people().count()).toBe(0);
    expect(await source.query('SELECT 1 AS one; -- and no more\n /* than this */ ;')).toEqual([{ one: 1 }]);
  });

  it('never rounds a number: one beyond 2^53 is refused', async () => {
    const most = Number.MAX_SAFE_INTEGER;
    expect(await source.query('SELECT ? AS most', [most])).toEqual([{ most }]);
    await expect(source.query(`SELECT ${2n ** 53n} AS more`)).rejects.toThrow(/too large/i);
    expect(await source.query(`SELECT CAST(${2n ** 53n} AS TEXT) AS more`)).toEqual([{ more: '9007199254740992' }]);
  });

  it('stores no part of a text: one with U+0000, where SQLite ends it, is refused', async () => {
    await expect(people().save({ name: 'Ada\0 and more' })).rejects.toThrow('the character U+0000');
    await people().save({ name: 'Ada' });
    await expect(people().findOneBy({ name: 'Ada\0' })).rejects.toThrow('the character U+0000');
    expect(await people().count()).toBe(1);
  });

  it('says that another process writes, after the time that it may wait', async () => {
    const other = openFile(file);
    other.exec('BEGIN IMMEDIATE');
    const impatient = await open(file, { timeout: 1, synchronize: false });
    const refused = impatient.query("INSERT INTO people (name, version) VALUES ('Ada', 1)");
    await expect(refused).rejects.toMatchObject({ driverError: { errcode: 5 } });
    other.exec('ROLLBACK');
    other.close();
    await impatient.query("INSERT INTO people (name, version) VALUES ('Ada', 1)");
    await impatient.destroy();
  });

  it('only reads what is opened to be read', async () => {
    const reader = await open(file, { readonly: true, synchronize: false });
    await expect(reader.query("INSERT INTO people (name, version) VALUES ('Ada', 1)")).rejects.toMatchObject({
      driverError: { errcode: 8 },
    });
    await reader.destroy();
  });
});

describe('a file', () => {
  it('is made, unless it must be there', () => {
    const missing = freshFile();
    for (const options of [{ fileMustExist: true }, { readonly: true }])
      expect(() => openFile(missing, options)).toThrow(expect.objectContaining({ errcode: 14 }) as Error);
    expect(existsSync(missing)).toBe(false);
    openFile(missing).close();
    expect(existsSync(missing)).toBe(true);
    const again = openFile(missing, { fileMustExist: true });
    expect(again.location()).toBe(missing);
    again.close();
  });

  it.each(['a b?c#d%20e.sqlite', 'file:name'])('is named as it is written: %s', (name) => {
    const file = join(folder, name);
    openFile(file).close();
    expect(existsSync(file)).toBe(true);
    const again = openFile(file, { fileMustExist: true });
    again.exec('CREATE TABLE found (x)');
    again.close();
  });

  it('is copied with what was committed, while somebody writes', async () => {
    const file = freshFile();
    const db = openFile(file);
    db.exec("PRAGMA journal_mode = WAL; CREATE TABLE rows (x); INSERT INTO rows VALUES ('a')");
    const writer = openFile(file);
    writer.exec("BEGIN; INSERT INTO rows VALUES ('uncommitted')");
    const target = freshFile();
    await backUp(db, target);
    writer.close();
    db.close();
    const copy = openFile(target, { readonly: true, fileMustExist: true });
    expect(copy.prepare('SELECT x FROM rows').all()).toEqual([{ x: 'a' }]);
    copy.close();
  });
});
