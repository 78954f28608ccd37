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
import { TestServer, freePort, freshDir } from '../support/server';
import { exchange, obtainCode, obtainTokens, refresh, register, signIn, signUp } from '../support/world';

type Env = Record<string, string>;

/** Starts the server where it must not start. @returns what it said, line by line. */
async function failToStart(env: Env, options: { dataDir?: string; port?: number } = {}): Promise<string[]> {
  const server = await TestServer.spawn(undefined, { env, ...options });
  expect(await server.exit()).toBe(1);
  expect(server.output).not.toMatch(/\n\s+at |node:internal|Error:/);
  const lines = server.output.split('\n').filter((line) => line !== '');
  for (const line of lines) expect(line).toMatch(/^consentry auth-server: /);
  return lines.map((line) => line.replace('consentry auth-server: ', ''));
}

const file = (text: string) => {
  const name = join(freshDir(), 'resources.json');
  writeFileSync(name, text);
  return name;
};

const resource = (scopes: object[], url = 'https://api.example.com') => JSON.stringify([{ url, name: 'API', scopes }]);
const issuers = (...entries: object[]) => JSON.stringify(entries);

const WHOLE = (text: string) => `is ${JSON.stringify(text)}; it must be a whole number from 1 to`;

/** Wrong values of each setting, and how the complaint goes on after the setting's name. */
const WRONG: [string, string, string][] = [
  ['AUTH_URL', 'auth.example.com', 'must be an absolute URL'],
  ['AUTH_URL', 'http://auth.example.com', 'must use https'],
  ['AUTH_URL', 'https://auth.example.com/', 'must not end in a slash'],
  ['AUTH_URL', 'https://auth.example.com?a=b', 'must hold no query'],
  ['AUTH_URL', 'https://auth.example.com#a', 'must hold no fragment'],
  ['AUTH_URL', 'https://me:pass@auth.example.com', 'must hold no user name or password'],
  ['AUTH_URL', 'ftp://auth.example.com', 'must be an http or https URL'],
  ['BASE_URL', 'http://api.example.com', 'must use https'],
  ['PORT', '0', WHOLE('0')],
  ['PORT', '65536', WHOLE('65536')],
  ['PORT', '80a', WHOLE('80a')],
  ['HOST', 'not a host', 'is "not a host"; it must be an IP address or a host name'],
  ['DATABASE_URL', 'mysql://me:hunter2@db/x', 'must be sqlite:<path to a file>'],
  ['DATABASE_URL', 'sqlite::memory:', 'must be sqlite:<path to a file>'],
  ['DATABASE_URL', 'sqlite:', 'must be sqlite:<path to a file>'],
  ['MASTER_KEY', 'short', 'must be 32 bytes in base64url'],
  ['MASTER_KEY', 'A'.repeat(44), 'must be 32 bytes in base64url'],
  ['MASTER_KEY', '+'.repeat(43), 'must be 32 bytes in base64url'],
  ['RESOURCES_FILE', '/nowhere/resources.json', 'cannot be read: ENOENT'],
  ['RESOURCES_FILE', file('{'), 'is not valid JSON'],
  ['RESOURCES_FILE', file('{}'), 'must be a JSON array of objects'],
  ['RESOURCES_FILE', file('[]'), 'must name at least one resource'],
  ['RESOURCES_FILE', file(resource([])), 'entry 1 '],
  ['RESOURCES_FILE', file(resource([{ name: 'a b', description: 'x' }])), 'entry 1 '],
  ['RESOURCES_FILE', file(resource([{ name: 'a' }])), 'entry 1 '],
  ['RESOURCES_FILE', file(resource([{ name: 'a', description: 'x' }], 'http://api.example.com')), 'entry 1 '],
  [
    'RESOURCES_FILE',
    file(
      resource([
        { name: 'a', description: 'x' },
        { name: 'a', description: 'y' },
      ]),
    ),
    'names the scope "a" more than once',
  ],
  ['SIGN_UP', 'yes', 'is "yes"; it must be one of open, closed'],
  ['TRUSTED_ISSUERS', 'https://id.example.com', 'is not valid JSON'],
  ['TRUSTED_ISSUERS', issuers({ issuer: 'https://id.example.com' }), 'entry 1 '],
  [
    'TRUSTED_ISSUERS',
    issuers({ issuer: 'https://id.example.com', jwks_uri: 'http://id.example.com/keys' }),
    'entry 1 ',
  ],
  ['CORS_ORIGINS', 'https://app.example.com/', 'holds "https://app.example.com/", which is not an origin'],
  ['CORS_ORIGINS', '*', 'holds "*", which is not an origin'],
  ['TRUSTED_PROXIES', '10.0.0.0/33', 'holds "10.0.0.0/33", which is not an address or CIDR range'],
  ['CONSENT_UI_URL', 'http://console.example.com', 'must use https'],
  ['ACCESS_TOKEN_ALG', 'HS256', 'is "HS256"; it must be one of ES256, RS256, EdDSA'],
  ['SESSION_TTL', '1.5', WHOLE('1.5')],
  ['CONSENT_SESSION_TTL', '-1', WHOLE('-1')],
  ['CODE_TTL', '10m', WHOLE('10m')],
  ['ACCESS_TOKEN_TTL', '0', WHOLE('0')],
  ['REFRESH_TOKEN_TTL', '9999999999', WHOLE('9999999999')],
];

const garble = (dataDir: string, text: string) => writeFileSync(join(dataDir, 'master.key'), text);

describe('what keeps the server from starting', () => {
  it('names every wrong setting at once, a line each, and touches nothing', async () => {
    // The first wrong value of each setting together, and the others in as many rounds as it takes.
    const left = [...WRONG];
    const rounds: [string, string, string][][] = [];
    while (left.length > 0) {
      const names = new Set<string>();
      const round = left.filter(([name]) => !names.has(name) && names.add(name));
      for (const wrong of round) left.splice(left.indexOf(wrong), 1);
      rounds.push(round);
    }
    expect(rounds[0]).toHaveLength(18);
    await Promise.all(
      rounds.map(async (round) => {
        const dataDir = join(freshDir(), 'data');
        const env = Object.fromEntries(round.map(([name, value]) => [name, value]));
        const lines = await failToStart(env, { dataDir });
        expect(lines).toHaveLength(round.length);
        for (const [name, , complaint] of round)
          expect(lines).toContainEqual(expect.stringContaining(`${name} ${complaint}`));
        expect(lines.join()).not.toContain('hunter2');
        expect(existsSync(dataDir)).toBe(false);
      }),
    );
  }, 30_000);

  it('refuses a resource that is the auth server itself', async () => {
    const url = 'http://localhost:3005';
    expect(await failToStart({ AUTH_URL: url, BASE_URL: url })).toEqual([
      'BASE_URL must differ from AUTH_URL: a resource has its own URL',
    ]);
    const resources = file(resource([{ name: 'a', description: 'x' }], url));
    expect(await failToStart({ AUTH_URL: url, RESOURCES_FILE: resources })).toEqual([
      'RESOURCES_FILE names AUTH_URL as a resource; a resource has its own URL',
    ]);
  });

  it('refuses a trusted issuer whose tokens are for a resource', async () => {
    const entry = { issuer: 'https://id.example.com', jwks_uri: 'https://id.example.com/keys' };
    const lines = await failToStart({ TRUSTED_ISSUERS: issuers({ ...entry, audience: 'http://localhost:3001' }) });
    expect(lines).toEqual([expect.stringMatching(/^TRUSTED_ISSUERS entry 1 /)]);
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
        'the master key is not the one this database was made with; give the right MASTER_KEY or master.key';
      const foreign = Buffer.alloc(32, 7).toString('base64url');
      expect(await failToStart({ MASTER_KEY: foreign }, { dataDir })).toEqual([message]);
      garble(dataDir, foreign);
      expect(await failToStart({}, { dataDir })).toEqual([message]);
      expect(readFileSync(keyFile, 'utf8')).toBe(foreign);
    });

    it.each(['', 'garbage', `${'A'.repeat(43)}\nmore`, '='.repeat(43)])('refuses a master.key of %j', async (text) => {
      garble(dataDir, text);
      expect(await failToStart({}, { dataDir })).toEqual([
        `the master key ${keyFile} cannot be read: it does not hold 32 bytes in base64url`,
      ]);
      expect(readFileSync(keyFile, 'utf8')).toBe(text);
    });

    it('refuses a folder in its place', async () => {
      unlinkSync(keyFile);
      mkdirSync(keyFile);
      expect(await failToStart({}, { dataDir })).toEqual([`the master key ${keyFile} cannot be read: EISDIR`]);
    });

    it('starts with the right one in the setting, whatever became of the file', async () => {
      const server = await TestServer.start({ dataDir, env: { MASTER_KEY: key.trim() } });
      expect(await server.stop()).toBe(0);
    });
  });

  it('refuses a garbled master.key on the first run too', async () => {
    const dataDir = freshDir();
    garble(dataDir, 'garbage');
    expect(await failToStart({}, { dataDir })).toEqual([
      `the master key ${join(dataDir, 'master.key')} cannot be read: it does not hold 32 bytes in base64url`,
    ]);
    expect(readFileSync(join(dataDir, 'master.key'), 'utf8')).toBe('garbage');
  });

  it('says that the data folder cannot be used', async () => {
    const taken = file('a file');
    expect(await failToStart({}, { dataDir: taken })).toEqual([`the data folder ${taken} cannot be used: EEXIST`]);
    const below = join(taken, 'data');
    expect(await failToStart({}, { dataDir: below })).toEqual([`the data folder ${below} cannot be used: ENOTDIR`]);
  });

  it('says that the database cannot be opened, and leaves what is there', async () => {
    const folder = freshDir();
    expect(await failToStart({ DATABASE_URL: `sqlite:${folder}` })).toEqual([
      `the database ${folder} cannot be opened: unable to open database file`,
    ]);
    const text = 'no database '.repeat(1_000);
    const garbage = file(text);
    expect(await failToStart({ DATABASE_URL: `sqlite:${garbage}` })).toEqual([
      `the database ${garbage} cannot be opened: file is not a database`,
    ]);
    expect(readFileSync(garbage, 'utf8')).toBe(text);
    const below = join(garbage, 'auth.sqlite');
    const [line] = await failToStart({ DATABASE_URL: `sqlite:${below}` });
    expect(line).toMatch(`the database ${below} cannot be opened: `);
  });

  it('says that the port is in use, or cannot be had', async () => {
    const port = await freePort();
    const other = createServer().listen(port, '127.0.0.1');
    await once(other, 'listening');
    const lines = await failToStart({}, { port }).finally(() => other.close());
    expect(lines).toEqual([`cannot listen on 127.0.0.1:${port}: the port is in use`]);
    expect(await failToStart({ HOST: '192.0.2.1' }, { port })).toEqual([
      `cannot listen on 192.0.2.1:${port}: EADDRNOTAVAIL`,
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
    expect(files).toEqual(['auth.sqlite', 'auth.sqlite-shm', 'auth.sqlite-wal', 'master.key']);
    for (const name of files) expect([name, modeOf(name)]).toEqual([name, '600']);
    await server.stop();
  });

  it('takes for itself the files that it finds open to others', async () => {
    const first = await TestServer.start();
    const { dataDir } = first;
    await first.stop();
    const files = ['auth.sqlite', 'master.key'].map((name) => join(dataDir, name));
    for (const name of files) chmodSync(name, 0o644);
    const again = await TestServer.start({ dataDir });
    const modes = files.map((name) => (statSync(name).mode & 0o777).toString(8));
    await again.stop();
    expect(modes).toEqual(['600', '600']);
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
