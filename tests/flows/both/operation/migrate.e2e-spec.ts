import { CONSENTRY, runHosted, see } from '@consentry/test-support/server/command';
import { databaseNameOf, databaseSettingsOf, withEmptyDatabase } from '@consentry/test-support/server/engine';
import { TestServer, freshDir } from '@consentry/test-support/server/server';
import { changeStored } from '@consentry/test-support/server/stored';
import { signUp } from '@consentry/test-support/world/world';

const PLAN =
  /1 migration would run, in one transaction\.\nFoundation1770000000000\n {2}\d+ statements, which create \d+ tables\nThey lock no existing table\.\nNothing was changed\.\n$/;

describe('consentry migrate', () => {
  it('plans and makes the tables of a new database, on which a server then starts', async () => {
    const dataDir = withEmptyDatabase(freshDir());
    const name = await databaseNameOf(dataDir);
    const settings = { DATA_DIR: dataDir, ...(await databaseSettingsOf(dataDir)) };
    const migrate = (...given: string[]) => runHosted(CONSENTRY, ['migrate', ...given], settings);
    const printed = (text: string) => ({ exitCode: 0, stdout: `${name}: ${text}`, stderr: '' });

    const plan = await migrate('--plan');
    expect(plan).toEqual(printed(PLAN.exec(plan.stdout)?.[0] ?? 'a plan'));
    expect(await migrate('--plan')).toEqual(plan);
    expect(await migrate()).toEqual(printed('ran Foundation1770000000000\n'));
    for (const given of [[], ['--plan']])
      expect(await migrate(...given)).toEqual(printed('nothing to do, it has all migrations of this version\n'));

    const server = await TestServer.start({ dataDir });
    await signUp(server);
    expect(await migrate()).toEqual(printed('nothing to do, it has all migrations of this version\n'));
    await server.stop();

    await changeStored(server, "INSERT INTO migrations (timestamp, name) VALUES (9, 'Later9')");
    for (const given of [[], ['--plan']])
      expect(await migrate(...given)).toEqual({
        exitCode: 1,
        stdout: '',
        stderr: `consentry migrate: the database ${name} cannot be opened: it is of a later version, which made Later9; start that version, or restore a backup that this one can read\nconsentry migrate: ${see('database-cannot-be-opened')}\n`,
      });
  });

  it('ends with 1 where the database cannot be reached, and with 2 where it was called wrongly', async () => {
    const settings = { DATA_DIR: freshDir(), DATABASE_URL: 'postgres://ada:secret@127.0.0.1:1/none' };
    for (const given of [[], ['--plan']]) {
      const { exitCode, stderr } = await runHosted(CONSENTRY, ['migrate', ...given], settings);
      expect(exitCode).toBe(1);
      expect(stderr).toMatch(
        /^consentry migrate: the database postgres:\/\/127.0.0.1:1\/none cannot be opened: .*REFUSED/,
      );
    }
    const { exitCode, stderr } = await runHosted(CONSENTRY, ['migrate', '--now'], settings);
    expect([exitCode, stderr]).toEqual([
      2,
      "consentry migrate: unknown option '--now'; see consentry migrate --help\n",
    ]);
  });
});
