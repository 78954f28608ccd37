import { createServer } from 'node:net';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSettings } from '../../../../apps/auth-server/src/platform/config/settings';
import { openDatabase } from '../../../../apps/auth-server/src/platform/database/open-database';
import { CONSENTRY, runProgram, see } from '@consentry/test-support/server/command';
import {
  DATABASE_FILES,
  databaseNameOf,
  databaseSettingsOf,
  databaseUrlOf,
  engine,
} from '@consentry/test-support/server/engine';
import { failAlone, failToStart } from '@consentry/test-support/server/failed-start';
import { freePort } from '@consentry/test-support/server/ports';
import { TestServer, freshDir } from '@consentry/test-support/server/server';
import { everythingStored } from '@consentry/test-support/server/stored';
import {
  exchange,
  obtainCode,
  obtainTokens,
  refresh,
  register,
  signIn,
  signUp,
} from '@consentry/test-support/world/world';

const file = (text: string) => {
  const name = join(freshDir(), 'resources.json');
  writeFileSync(name, text);
  return name;
};

const WHOLE = (text: string) => `is ${JSON.stringify(text)}; it must be a whole number from 1 to`;

/** One wrong value per setting, with the end of its message; unit tests have the others. */
const WRONG: [string, string, string][] = [
  ['AUTH_URL', 'https://me:hunter2@auth.example.com', 'must not contain a user name or password'],
  ['BASE_URL', 'http://api.example.com', 'must use https'],
  ['PORT', '65536', WHOLE('65536')],
  ['HOST', 'not a host', 'is "not a host"; it must be an IP address or a host name'],
  ['DATABASE_URL', 'postgres:me:hunter2@db/x', 'must be sqlite:<path to a file> or postgres://'],
  ['DATABASE_POOL_SIZE', '0', WHOLE('0')],
  ['MASTER_KEY', 'hunter2', 'must be 32 bytes in base64url'],
  [
    'RESOURCES_FILE',
    '/nowhere/resources.json',
    '"/nowhere/resources.json" cannot be read: no such file or directory (ENOENT)',
  ],
  ['SIGN_UP', 'yes', 'is "yes"; it must be one of open, closed'],
  ['DEVELOPERS', 'some', 'is "some"; it must be one of all, invited'],
  ['DEVICE_GRANT_CLIENTS', 'some', 'is "some"; it must be one of developers, all'],
  ['TRUSTED_ISSUERS', 'https://id.example.com', 'is not valid JSON'],
  ['CORS_ORIGINS', 'https://app.example.com/', 'contains "https://app.example.com/", which is not an origin'],
  ['TRUSTED_PROXIES', '10.0.0.0/33', 'contains "10.0.0.0/33", which is not an address or CIDR range'],
  ['CONSENT_UI_URL', 'http://console.example.com', 'must use https'],
  ['BRAND_NAME', 'x'.repeat(61), 'must be at most 60 characters'],
  ['BRAND_LOGO_FILE', '/nowhere/logo.png', '"/nowhere/logo.png" cannot be read: no such file or directory (ENOENT)'],
  [
    'BRAND_LOGO_DARK_FILE',
    '/nowhere/dark.png',
    '"/nowhere/dark.png" cannot be read: no such file or directory (ENOENT)',
  ],
  ['BRAND_LOGO_SHOWS_NAME', 'yes', 'is "yes"; it must be one of off, on'],
  ['BRAND_ICON_FILE', '/nowhere/icon.png', '"/nowhere/icon.png" cannot be read: no such file or directory (ENOENT)'],
  ['BRAND_COLOR', '#f2c94c', '"#f2c94c" gives --brand #f2c94c on --surface #ffffff a contrast of 1.58:1 in the light'],
  ['BRAND_LINKS', '[{"label":"Privacy"}]', 'entry 1 lacks "url"'],
  ['DOCS_URL', 'http://developers.example.com', 'is "http://developers.example.com", which must use https'],
  ['BRAND_CSS_FILE', '/nowhere/brand.css', '"/nowhere/brand.css" cannot be read: no such file or directory (ENOENT)'],
  ['ACCESS_TOKEN_ALG', 'HS256', 'is "HS256"; it must be one of ES256, RS256, EdDSA'],
  ['SESSION_TTL', '1.5', WHOLE('1.5')],
  ['CONSENT_SESSION_TTL', '-1', WHOLE('-1')],
  ['CODE_TTL', '10m', WHOLE('10m')],
  ['ACCESS_TOKEN_TTL', '0', WHOLE('0')],
  ['REFRESH_TOKEN_TTL', '9999999999', WHOLE('9999999999')],
];

const storedIn = async (dataDir: string): Promise<DatabaseSettings> =>
  engine === 'postgres'
    ? { engine, url: await databaseUrlOf(dataDir), poolSize: 1 }
    : { engine, file: join(dataDir, 'auth.sqlite') };

const garble = (dataDir: string, text: string) => writeFileSync(join(dataDir, 'master.key'), text);

describe('what keeps the server from starting', () => {
  it('names every wrong setting at once, a line each, repeats no secret, and touches nothing', async () => {
    const dataDir = join(freshDir(), 'data');
    const lines = await failAlone(Object.fromEntries(WRONG.map(([name, value]) => [name, value])), { dataDir });
    expect(lines).toHaveLength(WRONG.length);
    for (const [name, , complaint] of WRONG)
      expect(lines).toContainEqual(expect.stringContaining(`${name} ${complaint}`));
    expect(lines.join()).not.toContain('hunter2');
    expect(existsSync(dataDir)).toBe(false);
  });

  it('names wrong entries of a file, and of a list', async () => {
    const url = 'http://localhost:3005';
    const RESOURCES_FILE = file(JSON.stringify([{ url, name: 'API', scopes: [{ name: 'a', description: 'x' }] }]));
    const issuer = { issuer: 'https://id.example.com', jwks_uri: 'https://id.example.com/keys' };
    expect(await failToStart({ AUTH_URL: url, RESOURCES_FILE, TRUSTED_ISSUERS: JSON.stringify([issuer]) })).toEqual([
      'RESOURCES_FILE names AUTH_URL as a resource; a resource has its own URL',
      'TRUSTED_ISSUERS entry 1 has a resource as its audience; that is for access tokens',
    ]);
  });

  describe('with a database that holds sealed keys', () => {
    let dataDir: string;
    let keyFile: string;
    let key: string;

    beforeAll(async () => {
      dataDir = freshDir();
      await (await TestServer.start({ dataDir })).stop();
      keyFile = join(dataDir, 'master.key');
      key = readFileSync(keyFile, 'utf8');
    });

    it('says that the master key is missing and never makes a new one', async () => {
      unlinkSync(keyFile);
      expect(await failToStart({}, { dataDir })).toEqual([
        `the master key is missing: ${keyFile} is gone and MASTER_KEY is not set; restore it`,
      ]);
      expect(readdirSync(dataDir)).not.toContain('master.key');
    });

    it('says that a master key is not the right one, from the setting or the file', async () => {
      const message =
        'the master key is not the one this database was created with; provide the right MASTER_KEY or master.key';
      const foreign = Buffer.alloc(32, 7).toString('base64url');
      expect(await failToStart({ MASTER_KEY: foreign }, { dataDir })).toEqual([message]);
      garble(dataDir, foreign);
      expect(await failToStart({}, { dataDir })).toEqual([message]);
      expect(readFileSync(keyFile, 'utf8')).toBe(foreign);
    });

    it.each(['', `${'A'.repeat(43)}\nmore`])('refuses a master.key of %j', async (text) => {
      garble(dataDir, text);
      expect(await failToStart({}, { dataDir })).toEqual([
        `the master key ${keyFile} cannot be read: it does not contain 32 bytes in base64url`,
      ]);
      expect(readFileSync(keyFile, 'utf8')).toBe(text);
    });

    it('refuses a folder in its place', async () => {
      unlinkSync(keyFile);
      mkdirSync(keyFile);
      expect(await failToStart({}, { dataDir })).toEqual([
        `the master key ${keyFile} cannot be read: illegal operation on a directory (EISDIR)`,
      ]);
    });

    it('starts with the right one in the setting, whatever became of the file', async () => {
      const server = await TestServer.start({ dataDir, env: { MASTER_KEY: key.trim() } });
      expect(await server.stop()).toBe(0);
    });

    it('starts with its secrets in files, and a command runs with them', async () => {
      const MASTER_KEY_FILE = file(key);
      const { DATABASE_URL = `sqlite:${join(dataDir, 'auth.sqlite')}` } = await databaseSettingsOf(dataDir);
      const secrets = { MASTER_KEY_FILE, DATABASE_URL_FILE: file(`${DATABASE_URL}\n`), DATABASE_URL: '' };
      const server = await TestServer.start({ dataDir, env: secrets });
      expect(await server.stop()).toBe(0);
      const command = { AUTH_URL: server.url, DATA_DIR: freshDir(), ...secrets };
      const { exitCode, stdout } = await runProgram(CONSENTRY, ['keys', 'list'], command);
      expect([exitCode, stdout]).toEqual([0, expect.stringContaining('ES256')]);
      expect(await failToStart({ MASTER_KEY_FILE, MASTER_KEY: key.trim() })).toEqual([
        'MASTER_KEY_FILE must not be set together with MASTER_KEY',
      ]);
    });
  });

  it('refuses a garbled master.key on the first run too', async () => {
    const dataDir = freshDir();
    garble(dataDir, 'garbage');
    expect(await failToStart({}, { dataDir })).toEqual([
      `the master key ${join(dataDir, 'master.key')} cannot be read: it does not contain 32 bytes in base64url`,
    ]);
    expect(readFileSync(join(dataDir, 'master.key'), 'utf8')).toBe('garbage');
  });

  it('refuses the database of a later version, and changes nothing', async () => {
    const first = await TestServer.start();
    const { dataDir } = first;
    await signUp(first);
    await first.stop();
    const settings = await storedIn(dataDir);
    const later = await openDatabase(settings);
    await later.query("INSERT INTO migrations (timestamp, name) VALUES (9, 'Later9')");
    await later.destroy();

    const before = await everythingStored(first);
    const line =
      `the database ${await databaseNameOf(dataDir)} cannot be opened: it is of a later version, which made Later9; ` +
      'start that version, or restore a backup that this one can read';
    expect(await failToStart({}, { dataDir })).toEqual([line]);
    const { exitCode, stderr } = await runProgram(CONSENTRY, ['keys', 'list'], {
      AUTH_URL: first.url,
      DATA_DIR: dataDir,
      ...(await databaseSettingsOf(dataDir)),
    });
    expect([exitCode, stderr]).toEqual([
      1,
      `consentry keys: ${line}\nconsentry keys: ${see('database-cannot-be-opened')}\n`,
    ]);
    expect(await everythingStored(first)).toBe(before);
  });

  it('says that the data folder cannot be used', async () => {
    const taken = file('a file');
    expect(await failToStart({}, { dataDir: taken })).toEqual([
      `the data folder ${taken} cannot be used: file already exists (EEXIST)`,
    ]);
  });

  it('says that the port is in use, or cannot be had', async () => {
    const port = await freePort();
    const other = createServer().listen(port, '127.0.0.1');
    await once(other, 'listening');
    const lines = await failAlone({}, { port }).finally(() => other.close());
    expect(lines).toEqual([
      `cannot listen on 127.0.0.1:${port}: the port is in use; set another one in AUTH_URL or PORT`,
    ]);
    expect(await failToStart({ HOST: '192.0.2.1' }, { port })).toEqual([
      `cannot listen on 192.0.2.1:${port}: address not available (EADDRNOTAVAIL)`,
    ]);
  });
});

describe('a server that starts', () => {
  it('keeps its files to itself, also in a folder that was open to others', async () => {
    const dataDir = join(freshDir(), 'data');
    mkdirSync(dataDir, { mode: 0o755 });
    const server = await TestServer.start({ dataDir });
    await signUp(server);
    const modeOf = (name: string) => (statSync(join(dataDir, name)).mode & 0o777).toString(8);
    expect(modeOf('.')).toBe('700');
    const files = readdirSync(dataDir).sort();
    expect(files).toEqual(expect.arrayContaining([...DATABASE_FILES, 'master.key']));
    for (const name of files) expect([name, modeOf(name)]).toEqual([name, name === 'mail' ? '700' : '600']);
    await server.stop();
  });

  it('takes for itself the files that it finds open to others', async () => {
    const first = await TestServer.start();
    const { dataDir } = first;
    await first.stop();
    const files = [...DATABASE_FILES, 'master.key'].map((name) => join(dataDir, name));
    for (const name of files) chmodSync(name, 0o644);
    const again = await TestServer.start({ dataDir });
    const modes = files.map((name) => (statSync(name).mode & 0o777).toString(8));
    await again.stop();
    expect(modes).toEqual(files.map(() => '600'));
  });

  it('names variables that look like misspelt settings, without their values', async () => {
    const server = await TestServer.start({
      env: { DATABSE_URL: 'hunter2', CORS_ORIGIN: 'hunter2', HOSTNAME: 'hunter2' },
    });
    await server.stop();
    expect(server.output).toMatch(
      /"level":"warn".*"variables":\{"DATABSE_URL":"DATABASE_URL","CORS_ORIGIN":"CORS_ORIGINS"\},"help":".*misspelt-setting.md"/,
    );
    expect(server.output).not.toContain('hunter2');
  });

  it('makes its data folder with all that is missing above it', async () => {
    const dataDir = join(freshDir(), 'deep', 'data');
    const server = await TestServer.start({ dataDir });
    expect((statSync(dataDir).mode & 0o777).toString(8)).toBe('700');
    await server.stop();
  });

  it('keeps its data when it is started again', async () => {
    const first = await TestServer.start();
    const { dataDir, port } = first;
    const account = await signUp(first);
    const application = await register(first, account);
    const tokens = await obtainTokens(first, account, application);
    const code = await obtainCode(first, account, application);
    expect(await first.stop()).toBe(0);

    const again = await TestServer.start({ dataDir, port });
    expect((await exchange(again, application, code)).status).toBe(200);
    expect((await refresh(again, tokens.refresh_token)).status).toBe(200);
    await obtainTokens(again, { ...account, ...(await signIn(again, account)) }, application);
    await obtainTokens(again, account, application);
    expect(await again.stop()).toBe(0);
  });
});
