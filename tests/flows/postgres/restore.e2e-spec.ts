import { runCommand, runWell } from '@consentry/test-support/server/command';
import { databaseUrlOf } from '@consentry/test-support/server/engine';
import { givenAccount, givenApplication, givenServer } from '@consentry/test-support/server/given';
import { freshDatabase } from '@consentry/test-support/postgres/databases';
import { queryPostgres } from '@consentry/test-support/postgres/query';
import { freshDir } from '@consentry/test-support/server/server';
import { obtainTokens, refresh } from '@consentry/test-support/world/world';

const refused = (line: string) => ({ exitCode: 1, stdout: '', stderr: `consentry restore: ${line}\n` });

describe('npm run restore on PostgreSQL', () => {
  const server = givenServer();
  const account = givenAccount(server);
  const application = givenApplication(server, account);
  let env: Record<string, string>;

  beforeAll(async () => {
    env = { DATA_DIR: server.dataDir, DATABASE_URL: await databaseUrlOf(server.dataDir) };
  });

  it('refuses while a server is connected', async () => {
    const { exitCode, stderr } = await runCommand('restore', ['--yes'], env);
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(
      /^consentry restore: a server is connected to the database \(connections: \d+\): stop it first\n$/,
    );
  });

  it('refuses what pg_restore has not filled, another key, and a later version', async () => {
    await server.stop();
    const empty = { ...env, DATABASE_URL: await freshDatabase() };
    expect(await runCommand('restore', ['--yes'], empty)).toEqual(
      refused('the database has no data of this server: run pg_restore first'),
    );
    expect(await queryPostgres(empty.DATABASE_URL, "SELECT FROM pg_tables WHERE schemaname = 'public'")).toEqual([]);
    const otherKey = await runCommand('restore', ['--yes'], { ...env, MASTER_KEY: 'A'.repeat(43) });
    expect(otherKey.stderr).toMatch('the master key is not the one this database was created with');
    const url = env['DATABASE_URL']!;
    await queryPostgres(url, "INSERT INTO migrations (timestamp, name) VALUES (9, 'Later9')");
    const later = await runCommand('restore', ['--yes'], env);
    expect(later.stderr).toMatch('the backup is of a later version, which made Later9');
    await queryPostgres(url, "DELETE FROM migrations WHERE name = 'Later9'");
    await server.restart();
  });

  it('asks first', async () => {
    await server.stop();
    expect(await runCommand('restore', [], env)).toEqual(
      refused(
        'This ends all sign-in sessions, codes and token families of the database. To confirm: npm run restore -- --yes',
      ),
    );
    await server.restart();
  });

  it('refuses a replaced database that it cannot read, and changes nothing', async () => {
    const { refresh_token: token } = await obtainTokens(server, account, application);
    await server.stop();
    const given = async (replaced: string) =>
      (await runCommand('restore', ['--yes', '--replaced', replaced], env)).stderr;
    expect(await given('auth.sqlite')).toMatch('--replaced must be a URL of PostgreSQL, postgres://…');
    expect(await given(await freshDatabase())).toMatch('the database given by --replaced cannot be used: ');
    expect(await given(env['DATABASE_URL']!)).toMatch(
      'the database given by --replaced is the restored one: give the one that was there before',
    );
    expect(await given('postgres://127.0.0.1:1/none')).toMatch('the database given by --replaced cannot be used: ');
    const other = await freshDatabase({ template: new URL(env['DATABASE_URL']!).pathname.slice(1) });
    await queryPostgres(other, 'DELETE FROM events');
    expect(await given(other)).toMatch(
      'the database given by --replaced cannot be used: it does not continue what the backup holds',
    );
    await server.restart();
    expect((await refresh(server, token)).status).toBe(200);
  });

  it('takes as long as it takes, whatever limits a role or database sets', async () => {
    const url = env['DATABASE_URL']!;
    await server.stop();
    const alter = `ALTER DATABASE "${new URL(url).pathname.slice(1)}"`;
    await queryPostgres(url, `${alter} SET statement_timeout = '500ms'`);
    const slow =
      "CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(0.6); RETURN NULL; END'";
    await queryPostgres(url, slow);
    await queryPostgres(url, 'CREATE TRIGGER slow AFTER UPDATE ON refresh_families EXECUTE FUNCTION slow()');
    expect(await runWell('restore', ['--yes'], env)).toMatch(/\nended \(/);
    await queryPostgres(url, 'DROP FUNCTION slow CASCADE');
    await queryPostgres(url, `${alter} RESET statement_timeout`);
    await server.restart();
  });

  it('leaves files to pg_restore, which it spells without the password', async () => {
    const url = 'postgres://auth:secret@db.example.com/auth';
    expect(await runCommand('restore', ['auth.dump'], { DATA_DIR: freshDir(), DATABASE_URL: url })).toEqual(
      refused(
        'PostgreSQL is restored by its own command, then by npm run restore without a file: ' +
          'pg_restore --exit-on-error --single-transaction --no-owner --dbname=postgres://auth@db.example.com/auth auth.dump',
      ),
    );
  });
});
