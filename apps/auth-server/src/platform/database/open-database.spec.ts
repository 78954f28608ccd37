import { freshFile } from '../../../test/database';
import { dropFreshDatabases, freshDatabase, postgresUrl } from '@consentry/test-support/postgres/databases';
import { StartError } from '../config/settings-error';
import { nameOf, openDatabase } from './open-database';
import { all } from './sql';

const withUrl = (url: string, change: Partial<URL>) => Object.assign(new URL(url), change).href;

const failure = async (url: string): Promise<Error> => {
  const error: unknown = await openDatabase({ engine: 'postgres', url, poolSize: 1 }).catch(
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(StartError);
  return error as Error;
};

describe('opening the database', () => {
  afterAll(dropFreshDatabases);

  it('brings an empty one up to date, and finds it so the next time', async () => {
    const settings = { engine: 'postgres', url: await freshDatabase(), poolSize: 1 } as const;
    for (let time = 0; time < 2; time += 1) {
      const database = await openDatabase(settings);
      expect(database.units.engine).toBe('postgres');
      const migrations = await database.units.read(() =>
        all<{ name: string }>('SELECT name FROM migrations ORDER BY id'),
      );
      expect(migrations.map(({ name }) => name)).toEqual(
        database.migrations.map(({ constructor }) => constructor.name),
      );
      await database.destroy();
    }
  });

  it('has one of several openers at the same moment migrate', async () => {
    const url = await freshDatabase();
    const opened = await Promise.all([1, 2, 3, 4].map(() => openDatabase({ engine: 'postgres', url, poolSize: 2 })));
    const rows = await opened[0]!.query<unknown[]>('SELECT name FROM migrations');
    expect(rows).toHaveLength(opened[0]!.migrations.length);
    for (const database of opened) await database.destroy();
  });

  it('opens the engine that the settings name', async () => {
    const database = await openDatabase({ engine: 'sqlite', file: freshFile() });
    expect(database.units.engine).toBe('sqlite');
    await database.destroy();
  });

  it('says in a line why it cannot, and never the password', async () => {
    const good = postgresUrl();
    const { host, password } = new URL(good);
    const refused = `postgres://${host}/postgres cannot be opened: password authentication failed for user "postgres"`;
    const absent = `postgres://${host}/absent cannot be opened: database "absent" does not exist`;
    const cases: [string, string][] = [
      [withUrl(good, { pathname: '/absent' }), `the database ${absent}`],
      [withUrl(good, { password: 'hunter2' }), `the database ${refused}`],
    ];
    for (const [url, told] of cases) expect((await failure(url)).message).toBe(told);
    const unreachable = [
      withUrl(good, { port: '1' }),
      withUrl(good, { host: 'localhost:1' }),
      withUrl(good, { hostname: 'db.invalid' }),
    ];
    for (const url of unreachable) {
      const { message } = await failure(url);
      expect(message).toMatch(/^the database postgres:.* cannot be opened: .*(ECONNREFUSED|ENOTFOUND|EAI_AGAIN)/);
      expect(message).not.toContain('\n');
      expect(message).not.toContain(password);
    }
  }, 20_000);

  it('names a database without user and password', () => {
    expect(nameOf({ engine: 'postgres', url: 'postgres://me:secret@db:5433/auth?sslmode=require', poolSize: 1 })).toBe(
      'postgres://db:5433/auth',
    );
    expect(nameOf({ engine: 'sqlite', file: '/srv/auth.sqlite' })).toBe('/srv/auth.sqlite');
  });
});
