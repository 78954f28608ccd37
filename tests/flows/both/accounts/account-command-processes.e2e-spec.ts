import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { account, done, hostedAccount, refused, settingsOf } from '@consentry/test-support/server/account-command';
import { CONSENTRY, see } from '@consentry/test-support/server/command';
import { DATABASE_FILES, withEmptyDatabase } from '@consentry/test-support/server/engine';
import { givenServer } from '@consentry/test-support/server/given';
import { holdWrites } from '@consentry/test-support/server/held-writes';
import { TestServer, freshDir } from '@consentry/test-support/server/server';
import { call, signIn, signUp, unique } from '@consentry/test-support/world/world';

describe('npm run account beside other processes', () => {
  const server = givenServer();
  const run = (given: string[], input?: string) => hostedAccount(server.dataDir, given, input);

  it('lets one of several commands at once add an email', async () => {
    const email = `${unique()}@example.com`;
    const runs = await Promise.all([1, 2, 3].map((n) => run(['add', email], `password number ${n}`)));
    expect(runs.map(({ exitCode }) => exitCode).sort()).toEqual([0, 1, 1]);
    for (const { exitCode, stderr } of runs)
      if (exitCode === 1) expect(stderr).toBe(`consentry account: ${email} already has an account\n`);
  });

  it('waits while another process writes', async () => {
    const letGo = await holdWrites(server);
    const email = `${unique()}@example.com`;
    const adding = run(['add', email], 'a good password');
    expect((await call('GET', `${server.url}/health/live`)).status).toBe(200);
    await letGo();
    expect(await adding).toEqual(done(`${email} now has an account`));
  });

  const onATerminal = existsSync('/usr/bin/script') && process.platform === 'linux' ? it : it.skip;

  onATerminal('asks on a terminal, twice and without an echo', async () => {
    const { email } = await signUp(server);
    const attempt = async (...answers: string[]) => {
      const child = spawn(
        'script',
        ['-qec', `${process.execPath} ${CONSENTRY} account password ${email}`, '/dev/null'],
        {
          env: { PATH: process.env['PATH'] ?? '', ...(await settingsOf(server.dataDir)) },
        },
      );
      let shown = '';
      child.stdout.on('data', (chunk) => (shown += String(chunk)));
      for (const [at, answer] of answers.entries()) {
        while (!shown.includes(at === 0 ? 'Password: ' : 'Repeat password: ')) await once(child.stdout, 'data');
        child.stdin.write(answer);
      }
      await once(child, 'close');
      return { shown, exitCode: child.exitCode };
    };

    const good = await attempt('typed passwoRD\b\brd\r', 'typed password\r');
    expect(good.shown).toBe(
      `Password: \r\nRepeat password: \r\n${email} has a new password; its sessions were ended\r\n`,
    );
    expect(good.exitCode).toBe(0);
    await signIn(server, { email, password: 'typed password' });

    const different = await attempt('typed password\r', 'typed passwort\r');
    expect(different).toEqual({
      shown: 'Password: \r\nRepeat password: \r\nconsentry account: the passwords do not match\r\n',
      exitCode: 1,
    });
    const interrupted = await attempt('\u0003');
    expect(interrupted.shown).toContain('consentry account: no password was given');
    expect(interrupted.exitCode).toBe(1);
    await signIn(server, { email, password: 'typed password' });
  });

  it('works before the first start of a server, makes no key, and keeps its files private', async () => {
    const dataDir = withEmptyDatabase(freshDir());
    expect((await account(dataDir, ['add', 'first@example.com'], 'a good password')).exitCode).toBe(0);
    expect(readdirSync(dataDir)).toEqual(DATABASE_FILES);
    for (const name of DATABASE_FILES) expect(statSync(join(dataDir, name)).mode & 0o777).toBe(0o600);

    const later = await TestServer.start({ dataDir });
    await signIn(later, { email: 'first@example.com', password: 'a good password' });
    const other = await signUp(later);
    expect((await account(dataDir, ['remove', other.email])).exitCode).toBe(0);
    expect(await later.stop()).toBe(0);
  });

  it('explains wrong settings and an unusable database as the server does', async () => {
    const settings = await account(freshDir(), ['add', 'a@example.com'], '', { PORT: 'x', SIGN_UP: 'maybe' });
    expect(settings).toEqual(
      refused(
        'PORT is "x"; it must be a whole number from 1 to 65535',
        'SIGN_UP is "maybe"; it must be one of open, closed',
        see('wrong-setting'),
      ),
    );
    const garbage = join(freshDir(), 'garbage.sqlite');
    writeFileSync(garbage, 'no database '.repeat(1_000));
    const database = await account(freshDir(), ['remove', 'a@example.com'], '', { DATABASE_URL: `sqlite:${garbage}` });
    expect(database).toEqual(
      refused(`the database ${garbage} cannot be opened: file is not a database`, see('database-cannot-be-opened')),
    );
  });
});
