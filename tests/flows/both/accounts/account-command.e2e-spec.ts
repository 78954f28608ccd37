import { account, done, hostedAccount, refused } from '@consentry/test-support/server/account-command';
import type { CommandRun } from '@consentry/test-support/server/command';
import { databaseNameOf } from '@consentry/test-support/server/engine';
import { givenServer } from '@consentry/test-support/server/given';
import { call, obtainTokens, refresh, register, signIn, unique } from '@consentry/test-support/world/world';

describe('npm run account', () => {
  const server = givenServer({ env: { SIGN_UP: 'closed' } });
  const run = (given: string[], input?: string) => hostedAccount(server.dataDir, given, input);
  const runAlone = (given: string[], input?: string) => account(server.dataDir, given, input);

  const add = async ({ by = run } = {}) => {
    const email = `${unique()}@example.com`;
    expect(await by(['add', email], 'a good password\n')).toEqual(done(`${email} now has an account`));
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
      done(`${email.toUpperCase()} has a new password; its sessions were ended`),
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
      done(`${email} has a new password; its sessions and grants were ended`),
    );
    expect((await refresh(server, next.body.refresh_token)).body.error).toBe('invalid_grant');
    await signIn(server, { email, password: 'the best password' });
  });

  it('removes an account: what it signed into, granted and registered ends', async () => {
    const credentials = await add();
    const owner = { id: '', ...credentials, ...(await signIn(server, credentials)) };
    const application = await register(server, owner);
    const tokens = await obtainTokens(server, owner, application);

    expect(await run(['remove', owner.email])).toEqual(done(`${owner.email} no longer has an account`));
    expect((await call('GET', `${server.url}/api/session`, { headers: owner.session })).status).toBe(401);
    expect((await refresh(server, tokens.refresh_token)).body.error).toBe('invalid_grant');
    expect((await call('POST', `${server.url}/api/session`, { body: credentials })).status).toBe(401);
    expect((await run(['add', owner.email], 'a third password')).exitCode).toBe(0);
  });

  it('says what is wrong, in a line each, and changes nothing', async () => {
    const { email, password } = await add();
    const database = await databaseNameOf(server.dataDir);
    const unknown = (given: string) => refused(`there is no account ${JSON.stringify(given)} in ${database}`);
    const usage = (problem: string) => ({ ...refused(`${problem}; see consentry account --help`), exitCode: 2 });

    const cases: [string[], string, CommandRun][] = [
      [['add', email], 'a good password', refused(`${email} already has an account`)],
      [['add', 'nobody'], 'a good password', refused('email must be an email')],
      [['add', '"a,b"@example.com'], 'a good password', refused('email must be an email without quotation marks')],
      [['password', 'x@example.com'], '', unknown('x@example.com')],
      [['remove', 'x@example.com'], '', unknown('x@example.com')],
      [['password', email], '1234567', refused('password must have at least 8 characters')],
      [['password', email], 'x'.repeat(257), refused('password must have at most 256 characters')],
      [['password', email], 'x'.repeat(99_999), refused('password must have at most 256 characters')],
      [['password', email], '', refused('no password was given on standard input')],
      [['password', email], 'one password\ntwo\n', refused('give the password as one line on standard input')],
      [['password', email, 'a secret'], '', usage("too many arguments for 'password'. Expected 1 argument but got 2")],
    ];
    for (const [given, input, outcome] of cases) expect(await run(given, input)).toEqual(outcome);
    await signIn(server, { email, password });
  });

  it('takes passwords of 8 and of 256 characters', async () => {
    const { email } = await add();
    for (const password of ['correct!', '€'.repeat(256)]) {
      expect((await run(['password', email], password)).exitCode).toBe(0);
      await signIn(server, { email, password });
    }
  });

  it.each(['--help', '-h'])('explains itself on %s, without a database', async (flag) => {
    const { exitCode, stdout, stderr } = await account('/nowhere/at/all', [flag]);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    for (const command of ['add', 'password', 'developer', 'admin', 'claims-changed', 'remove'])
      expect(stdout).toContain(`
  ${command} `);
  });
});
