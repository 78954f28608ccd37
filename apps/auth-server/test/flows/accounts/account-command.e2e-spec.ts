/** @once */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAccountCommandLine } from '../../../src/commands/account/account-command-line';
import { StartError } from '../../../src/config/settings-error';
import { CONSENTRY, type CommandRun, runHosted, runProgram } from '../../support/command';
import { DATABASE_FILES, databaseNameOf, databaseSettingsOf, withEmptyDatabase } from '../../support/engine';
import { givenServer } from '../../support/given';
import { holdWrites } from '../../support/held-writes';
import { TestServer, freshDir } from '../../support/server';
import { call, obtainTokens, refresh, register, signIn, signUp, unique } from '../../support/world';

const settingsOf = async (dataDir: string) => ({ DATA_DIR: dataDir, ...(await databaseSettingsOf(dataDir)) });

/** Runs the account command with `input` on its standard input. */
const account = async (dataDir: string, given: string[], input = '', env: Record<string, string> = {}) =>
  runProgram(CONSENTRY, ['account', ...given], { ...(await settingsOf(dataDir)), ...env }, input);

const done = (stdout: string): CommandRun => ({ exitCode: 0, stdout: `${stdout}\n`, stderr: '' });

const refused = (...lines: string[]): CommandRun => ({
  exitCode: 1,
  stdout: '',
  stderr: lines.map((line) => `consentry account: ${line}\n`).join(''),
});

describe('npm run account', () => {
  const server = givenServer({ env: { SIGN_UP: 'closed' } });
  let runAlone: (given: string[], input?: string) => Promise<CommandRun>;
  let run: typeof runAlone;

  beforeAll(async () => {
    runAlone = (given, input) => account(server.dataDir, given, input);
    run = async (given, input) => runHosted(CONSENTRY, ['account', ...given], await settingsOf(server.dataDir), input);
  });

  const add = async ({ by = run } = {}) => {
    const email = `${unique()}@example.com`;
    expect(await by(['add', email], 'a good password\n')).toEqual(done(`${email} has an account now`));
    return { email, password: 'a good password' };
  };

  it('adds an account that can sign in at once, beside a running server whose sign-up is closed', async () => {
    const credentials = await add({ by: runAlone });
    const { session } = await signIn(server, credentials);
    const { body } = await call<{ account: unknown }>('GET', `${server.url}/api/session`, { headers: session });
    expect(body.account).toMatchObject({ email: credentials.email, name: credentials.email.split('@')[0] });
  });

  it('takes a name, and a password as it is but for the line break at its end', async () => {
    const email = `${unique()}@example.com`;
    const password = '  pä ss\t"wörd"  ';
    expect((await run(['add', email, '--name', 'Ada Lovelace'], `${password}\r\n`)).exitCode).toBe(0);
    const { session } = await signIn(server, { email, password });
    const { body } = await call<{ account: unknown }>('GET', `${server.url}/api/session`, { headers: session });
    expect(body.account).toMatchObject({ name: 'Ada Lovelace' });
  });

  it('sets a password: the old one and the sessions end', async () => {
    const credentials = await add();
    const { session } = await signIn(server, credentials);
    const { email } = credentials;
    expect(await run(['password', email.toUpperCase()], 'a better password')).toEqual(
      done(`${email.toUpperCase()} has a new password; its sessions ended`),
    );
    expect((await call('GET', `${server.url}/api/session`, { headers: session })).status).toBe(401);
    expect((await call('POST', `${server.url}/api/session`, { body: credentials })).status).toBe(401);
    await signIn(server, { email, password: 'a better password' });
  });

  it('ends what the account granted beside its sessions, where it is told to', async () => {
    const credentials = await add();
    const owner = { id: '', ...credentials, ...(await signIn(server, credentials)) };
    const application = await register(server, owner);
    const tokens = await obtainTokens(server, owner, application);
    const { email } = credentials;
    expect((await run(['password', email], 'a better password')).exitCode).toBe(0);
    const next = await refresh(server, tokens.refresh_token);
    expect(next.status).toBe(200);
    expect(await run(['password', email, '--end-grants'], 'the best password')).toEqual(
      done(`${email} has a new password; its sessions and grants ended`),
    );
    expect((await refresh(server, next.body.refresh_token)).body.error).toBe('invalid_grant');
    await signIn(server, { email, password: 'the best password' });
  });

  it('removes an account: what it signed into, granted and registered ends', async () => {
    const credentials = await add();
    const owner = { id: '', ...credentials, ...(await signIn(server, credentials)) };
    const application = await register(server, owner);
    const tokens = await obtainTokens(server, owner, application);

    expect(await run(['remove', owner.email])).toEqual(done(`${owner.email} has no account any more`));
    expect((await call('GET', `${server.url}/api/session`, { headers: owner.session })).status).toBe(401);
    expect((await refresh(server, tokens.refresh_token)).body.error).toBe('invalid_grant');
    expect((await call('POST', `${server.url}/api/session`, { body: credentials })).status).toBe(401);
    expect((await run(['add', owner.email], 'a third password')).exitCode).toBe(0);
  });

  it('says what is wrong, in a line each, and changes nothing', async () => {
    const { email, password } = await add();
    const database = await databaseNameOf(server.dataDir);
    const unknown = (given: string) => refused(`there is no account ${JSON.stringify(given)} in ${database}`);
    const usage = (problem: string) => refused(`${problem}; see npm run account -- --help`);

    const cases: [string[], string, CommandRun][] = [
      [['add', email], 'a good password', refused(`${email} has an account already`)],
      [['add', 'nobody'], 'a good password', refused('email must be an email')],
      [['password', 'x@example.com'], '', unknown('x@example.com')],
      [['remove', 'x@example.com'], '', unknown('x@example.com')],
      [['password', email], '1234567', refused('password must be longer than or equal to 8 characters')],
      [['password', email], 'x'.repeat(257), refused('password must be shorter than or equal to 256 characters')],
      [['password', email], 'x'.repeat(99_999), refused('password must be shorter than or equal to 256 characters')],
      [['password', email], '', refused('no password was given on standard input')],
      [['password', email], 'one password\ntwo\n', refused('give the password on one line of standard input')],
      [['password', email, 'a secret'], '', usage('too much is given; a password is never an argument')],
    ];
    for (const [given, input, outcome] of cases) expect(await run(given, input)).toEqual(outcome);
    await signIn(server, { email, password });
  });

  it.each<[string[], string]>([
    [[], 'a command is missing'],
    [['list'], '"list" is no command'],
    [['add'], 'the e-mail is missing'],
    [['password', 'a@example.com', 'a secret'], 'too much is given; a password is never an argument'],
    [['remove', 'a@example.com', '--name', 'Ada'], '--name is for add alone'],
    [['remove', 'a@example.com', '--remove'], '--remove is for developer alone'],
    [['remove', 'a@example.com', '--end-grants'], '--end-grants is for password alone'],
    [['remove', 'a@example.com', '--force'], "Unknown option '--force'"],
  ])('tells how it is used: %j', (given, problem) => {
    const fault = new StartError(`${problem}; see npm run account -- --help`);
    expect(() => parseAccountCommandLine(given, {})).toThrow(fault);
  });

  it('tells of an option that npm kept for itself', () => {
    const kept = 'npm kept --name for itself: options stand after "--"';
    expect(() => parseAccountCommandLine(['add', 'a@example.com'], { npm_config_name: 'Ada' })).toThrow(kept);
    const given = ['password', 'a@example.com'];
    const keptToo = 'npm kept --end-grants for itself: options stand after "--"';
    expect(() => parseAccountCommandLine(given, { npm_config_end_grants: 'true' })).toThrow(keptToo);
  });

  it('takes passwords of 8 and of 256 characters', async () => {
    const { email } = await add();
    for (const password of ['12345678', '€'.repeat(256)]) {
      expect((await run(['password', email], password)).exitCode).toBe(0);
      await signIn(server, { email, password });
    }
  });

  it('lets one of several commands at once add an e-mail', async () => {
    const email = `${unique()}@example.com`;
    const runs = await Promise.all([1, 2, 3].map((n) => run(['add', email], `password number ${n}`)));
    expect(runs.map(({ exitCode }) => exitCode).sort()).toEqual([0, 1, 1]);
    for (const { exitCode, stderr } of runs)
      if (exitCode === 1) expect(stderr).toBe(`consentry account: ${email} has an account already\n`);
  });

  it('waits while another process writes', async () => {
    const letGo = await holdWrites(server);
    const email = `${unique()}@example.com`;
    const adding = run(['add', email], 'a good password');
    expect((await call('GET', `${server.url}/health/live`)).status).toBe(200);
    await letGo();
    expect(await adding).toEqual(done(`${email} has an account now`));
  });

  const onATerminal = existsSync('/usr/bin/script') && process.platform === 'linux' ? it : it.skip;

  onATerminal('asks on a terminal, twice and without an echo', async () => {
    const { email } = await add();
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
        while (!shown.includes(at === 0 ? 'Password: ' : 'Once more: ')) await once(child.stdout, 'data');
        child.stdin.write(answer);
      }
      await once(child, 'close');
      return { shown, exitCode: child.exitCode };
    };

    const good = await attempt('typed passwoRD\b\brd\r', 'typed password\r');
    expect(good.shown).toBe(`Password: \r\nOnce more: \r\n${email} has a new password; its sessions ended\r\n`);
    expect(good.exitCode).toBe(0);
    await signIn(server, { email, password: 'typed password' });

    const different = await attempt('typed password\r', 'typed passwort\r');
    expect(different).toEqual({
      shown: 'Password: \r\nOnce more: \r\nconsentry account: the two passwords differ\r\n',
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
      ),
    );
    const garbage = join(freshDir(), 'garbage.sqlite');
    writeFileSync(garbage, 'no database '.repeat(1_000));
    const database = await account(freshDir(), ['remove', 'a@example.com'], '', { DATABASE_URL: `sqlite:${garbage}` });
    expect(database).toEqual(refused(`the database ${garbage} cannot be opened: file is not a database`));
  });

  it.each(['--help', '-h'])('explains itself on %s, without a database', async (flag) => {
    const { exitCode, stdout, stderr } = await account('/nowhere/at/all', [flag]);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    for (const command of ['add <email>', 'password <email>', 'developer <email or id>', 'remove <email>'])
      expect(stdout).toContain(command);
  });
});
