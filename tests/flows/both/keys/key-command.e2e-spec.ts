import { readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { decodeProtectedHeader } from 'jose';
import { databaseNameOf, engine, withEmptyDatabase } from '@consentry/test-support/server/engine';
import { givenServer } from '@consentry/test-support/server/given';
import { holdWrites } from '@consentry/test-support/server/held-writes';
import { type CommandRun, see } from '@consentry/test-support/server/command';
import { isAcceptedByEntries, readEntries } from '@consentry/test-support/world/judge-by-entries';
import { runKeys } from '@consentry/test-support/server/keys-command';
import { TestServer, freshDir } from '@consentry/test-support/server/server';
import { call, obtainTokens, register, signUp } from '@consentry/test-support/world/world';

const refused = (...lines: string[]): CommandRun => ({
  exitCode: 1,
  stdout: '',
  stderr: lines.map((line) => `consentry keys: ${line}\n`).join(''),
});

const KID = '[\\w-]{43}';
const TIME = '\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z';

const kidsOf = async ({ url }: TestServer) => {
  const { body } = await call<{ keys: { kid: string }[] }>('GET', `${url}/.well-known/jwks.json`);
  return body.keys.map(({ kid }) => kid);
};

describe('npm run keys', () => {
  const server = givenServer();

  const keys = (...given: string[]) => runKeys(server, given);
  /** In its own process. */
  const keysAlone = (...given: string[]) => runKeys(server, given, { alone: true });

  it('lists the key that signs, and when the next one comes', async () => {
    const [kid] = await kidsOf(server);
    const { stdout } = await keysAlone('list');
    const line = new RegExp(`^signing      ES256  ${kid}  since (${TIME}); the next is announced at (${TIME})\n$`);
    const [, since = '', next = ''] = line.exec(stdout) ?? [];
    expect(Date.parse(next) - Date.parse(since)).toBe(89 * 86_400_000);
  });

  it('announces the next key beside a running server, once, however many ask for it', async () => {
    const [first] = await kidsOf(server);
    const runs = await Promise.all([1, 2, 3].map(() => keys('rotate')));
    const said = runs.map(({ stdout }) => stdout).sort((one, other) => one.length - other.length);
    const announced = new RegExp(`^the ES256 key (${KID}) is announced: it signs from (${TIME})\n$`);
    const [, kid = '', from = ''] = announced.exec(said[0]!) ?? [];
    const already = `the ES256 key ${kid} is already announced: it signs from ${from}\n`;
    expect(said.slice(1)).toEqual([already, already]);
    expect(Math.abs(Date.parse(from) - Date.now() - 86_400_000)).toBeLessThan(60_000);

    await server.advance({ seconds: 10 }); // By then every process has read it, notified or not.
    expect(await kidsOf(server)).toEqual([kid, first]);
    const { stdout: list } = await keys('list');
    const lines = `^announced    ES256  ${kid}  signs from ${from}\nsigning      ES256  ${first}  since ${TIME}\n$`;
    expect(list).toMatch(new RegExp(lines));
  });

  it('replaces what is compromised: gone from the JWKS, and nothing signs with it', async () => {
    const account = await signUp(server);
    const application = await register(server, account);
    const [announced, first] = await kidsOf(server);
    const before = (await obtainTokens(server, account, application)).access_token;
    const { exitCode, stdout, stderr } = await keys('rotate', '--compromised');
    expect([exitCode, stderr]).toEqual([0, '']);
    for (const gone of [announced, first])
      expect(stdout).toContain(`the ES256 key ${gone} no longer signs and is no longer in the JWKS\n`);
    const [, kid = ''] = new RegExp(`the ES256 key (${KID}) signs from now on`).exec(stdout) ?? [];
    for (const word of ['within a second', 'max-age', '5 minutes', '@consentry/guard', '10 minutes', 'refresh tokens'])
      expect(stdout).toContain(word);

    await server.advance({ seconds: 10 });
    expect(await kidsOf(server)).toEqual([kid]);
    const { access_token } = await obtainTokens(server, account, application);
    expect(decodeProtectedHeader(access_token).kid).toBe(kid);
    const entries = await readEntries(server);
    expect([before, access_token].map((token) => isAcceptedByEntries(token, entries))).toEqual([false, true]);
    const list = (await keys('list')).stdout;
    expect(list.match(new RegExp(`^compromised  ES256  ${KID}  since ${TIME}$`, 'gm'))).toHaveLength(2);
    expect(list).toMatch(new RegExp(`^signing      ES256  ${kid} `, 'm'));
  });

  it('lists, announces and replaces the keys of ID tokens beside them', async () => {
    const nested = await TestServer.start();
    const at = (...given: string[]) => runKeys(nested, given);
    await call('GET', `${nested.url}/.well-known/openid-configuration`);
    expect((await at('list')).stdout).toMatch(
      new RegExp(`^signing      RS256  ${KID}  for ID tokens, since ${TIME};`, 'm'),
    );
    const { stdout: announced } = await at('rotate');
    expect(announced).toMatch(
      new RegExp(`^the ES256 key ${KID} is announced: .*\nthe RS256 key ${KID} for ID tokens is announced: `),
    );

    const { stdout } = await at('rotate', '--compromised');
    expect(stdout.match(/ no longer signs and is no longer in the JWKS$/gm)).toHaveLength(4);
    expect(stdout).toMatch(new RegExp(`the RS256 key ${KID} for ID tokens signs from now on`));
    await nested.advance({ seconds: 10 });
    expect(await kidsOf(nested)).toHaveLength(2);
    await nested.stop();
  });

  it('waits while another process writes', async () => {
    const letGo = await holdWrites(server);
    const rotating = keys('rotate');
    expect((await call('GET', `${server.url}/health/live`)).status).toBe(200);
    await letGo();
    expect((await rotating).exitCode).toBe(0);
  });

  it('says what is wrong, in a line each, and changes nothing', async () => {
    const before = (await keys('list')).stdout;
    const usage = (problem: string) => ({ ...refused(`${problem}; see consentry keys --help`), exitCode: 2 });
    const run = (given: string[], env: Record<string, string> = {}) => runKeys(server, given, { env });
    const otherKey = { MASTER_KEY: Buffer.alloc(32, 7).toString('base64url') };
    const cases: [() => Promise<CommandRun>, CommandRun][] = [
      [() => run([]), usage('a command is missing')],
      [() => run(['add']), usage("unknown command 'add'")],
      [
        () => run(['rotate'], { ACCESS_TOKEN_ALG: 'RS256' }),
        refused('there is no RS256 key, only ES256: set ACCESS_TOKEN_ALG as for the server'),
      ],
      [
        () => run(['rotate', '--compromised'], { ACCESS_TOKEN_ALG: 'RS256' }),
        refused('there is no RS256 key, only ES256: set ACCESS_TOKEN_ALG as for the server'),
      ],
      [
        () => run(['rotate'], otherKey),
        refused(
          'the master key is not the one this database was created with; provide the right MASTER_KEY or master.key',
          see('master-key-wrong'),
        ),
      ],
      [
        () => run(['list'], { KEY_ANNOUNCE: '300', KEY_ROTATION: '200' }),
        refused(
          'KEY_ANNOUNCE is "300"; it must be a whole number from 360 to 315360000',
          'KEY_ROTATION is 200; it must be more than KEY_ANNOUNCE, which is 86400',
          see('wrong-setting'),
        ),
      ],
    ];
    for (const [outcome, expected] of cases) expect(await outcome()).toEqual(expected);
    expect((await keys('list')).stdout).toBe(before);
  });

  it('makes no master key where the one there was is gone', async () => {
    const [file, kept] = [join(server.dataDir, 'master.key'), join(server.dataDir, 'kept')];
    renameSync(file, kept);
    const outcome = await keysAlone('rotate');
    renameSync(kept, file);
    expect(outcome).toEqual(
      refused(
        `the master key is missing: ${file} is gone and MASTER_KEY is not set; restore it`,
        see('master-key-missing'),
      ),
    );
  });

  it('has nothing to do before the first start of a server, and makes no key and no database', async () => {
    const dataDir = withEmptyDatabase(freshDir());
    const name = await databaseNameOf(dataDir);
    const none =
      engine === 'sqlite'
        ? [`there is no database ${name}; set DATA_DIR or DATABASE_URL as for the server`, see('no-database')]
        : [`there is no key in ${name} yet: the server makes the first one when it starts`];
    for (const given of [['list'], ['rotate'], ['rotate', '--compromised']])
      expect(await runKeys({ dataDir }, given)).toEqual(refused(...none));
    expect(readdirSync(dataDir)).toEqual([]);
  });

  it.each(['--help', '-h'])('explains itself on %s, without a database', async (flag) => {
    const { exitCode, stdout, stderr } = await runKeys(server, [flag], {
      env: { DATA_DIR: '/nowhere/at/all' },
      alone: true,
    });
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    for (const command of ['list', 'rotate', 'replace-master-key']) expect(stdout).toContain(`\n  ${command} `);
  });

  it('works while no server runs, and the next one goes on from there', async () => {
    const before = await kidsOf(server);
    await server.stop();
    expect((await keysAlone('rotate', '--compromised')).exitCode).toBe(0);
    expect((await keysAlone('rotate')).exitCode).toBe(0);
    await server.restart();
    const after = await kidsOf(server);
    expect(after).toHaveLength(2);
    expect(before.filter((kid) => after.includes(kid))).toEqual([]);
  });
});
