/** @prove */
import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { request } from 'node:https';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { engine } from '../support/engine';
import { freshDatabase, postgresUrl, runAsSuperuser } from '../support/postgres-databases';
import { queryPostgres } from '../support/postgres-query';
import { BLOCKS, PAGE, ROOT, blockOf, settingsOf } from '../support/production-page';
import { noteSecrets } from '../support/seen-secrets';
import { freePort } from '../support/ports';
import { TestServer, freshDir } from '../support/server';
import { type TlsProxy, startTlsProxy } from '../support/tls-proxy';
import { call, obtainTokens, query, refresh, register, signIn, signUp, unique } from '../support/world';

const used = new Set<string>();

/** A block of the page, adapted for this test. */
function block(name: string, replace: Record<string, string>): string {
  used.add(name);
  return blockOf(name, replace);
}

/** In the folder of the installation. */
async function shell(script: string, env: Record<string, string>): Promise<string> {
  const path = process.env['PATH'] ?? '';
  const { stdout } = await promisify(execFile)('bash', ['--norc', '-euo', 'pipefail', '-c', script], {
    cwd: ROOT,
    env: { PATH: path, ...env },
  });
  return stdout;
}

/** Folders and files for everything the page names. */
class Installation {
  readonly folder = freshDir();
  readonly dataDir = join(this.folder, 'data');
  readonly backups = join(this.folder, 'backups');
  readonly paths = {
    '/var/lib/consentry': this.dataDir,
    '/var/backups/consentry': this.backups,
    '/media/safe': join(this.folder, 'safe'),
    '/var/log/nginx': join(this.folder, 'log'),
  };

  constructor() {
    for (const name of Object.values(this.paths)) mkdirSync(name, { mode: 0o700 });
  }

  /** As the systemd unit does. */
  async start(environment: Record<string, string>, port?: number): Promise<TestServer> {
    const unit = block('unit', {});
    const [, flags, main] = /^ExecStart=\/usr\/bin\/node (--.+) (\S+)$/m.exec(unit)!;
    expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)![1])).toBeGreaterThan(8);
    const chosen = port ?? (await freePort());
    const env = { ...environment, PORT: String(chosen) };
    const server = await TestServer.spawn(
      join(ROOT, main!),
      { dataDir: this.dataDir, port: chosen, env },
      flags!.split(' '),
    );
    await server.ready();
    return server;
  }
}

interface Seen {
  status: number | undefined;
  headers: IncomingHttpHeaders;
  body: Record<string, unknown>;
}

/** Calls through the proxy. */
function callThrough(
  { port, certificate }: TlsProxy,
  method: string,
  path: string,
  { headers = {}, body, from }: { headers?: Record<string, string>; body?: object; from?: string } = {},
): Promise<Seen> {
  const host = 'auth.example.com';
  const json = body === undefined ? {} : { 'content-type': 'application/json' };
  return new Promise((resolve, reject) => {
    const sent = request({
      ...{ host: '127.0.0.1', port, servername: host, ca: readFileSync(certificate), method, path },
      ...(from && { localAddress: from }),
      ...{ agent: false, headers: { host, ...json, ...headers } },
    });
    sent.on('error', reject);
    sent.on('response', (answer) => {
      let text = '';
      answer.on('data', (chunk) => (text += String(chunk)));
      answer.on('end', () => resolve({ status: answer.statusCode, headers: answer.headers, body: bodyOf(text) }));
    });
    sent.end(body && JSON.stringify(body));
  });
}

/** nginx' own answers are HTML. */
const bodyOf = (text: string) => (text.startsWith('{') ? (JSON.parse(text) as Seen['body']) : {});

const upstreamTo = (...servers: TestServer[]) =>
  `upstream consentry {\n${servers.map(({ port }) => `server 127.0.0.1:${port};`).join('\n')}\n}\n`;

/** Another address of this machine, if there is one. */
const OUTSIDE = process.platform === 'linux' ? '127.0.0.2' : '127.0.0.1';

const ON_SQLITE = [
  'as-the-server',
  'environment',
  'nginx',
  'check',
  'doctor',
  'unit',
  'backup',
  'restore',
  'restore-alone',
  'keys',
  'keys-compromised',
  'replace-master-key',
  'workers-environment',
  'master-key',
];
/** Covered by `flows/postgres/pgbouncer.e2e-spec.ts`. */
const BEFORE_POSTGRES = ['pgbouncer', 'pgbouncer-role'];
const ON_POSTGRES = [
  'role',
  'postgres-environment',
  'move',
  'dump',
  'rename',
  'load',
  'upstream',
  'master-key',
  'nginx',
  'unit',
  'environment',
];

const suite = (which: typeof engine) => (engine === which ? describe : describe.skip);

describe('docs/production.md', () => {
  it('names every block that it has, and each is run', () => {
    expect(BLOCKS.size).toBe(PAGE.match(/^```\w+$/gm)!.length);
    expect(new Set([...ON_SQLITE, ...ON_POSTGRES, ...BEFORE_POSTGRES])).toEqual(new Set(BLOCKS.keys()));
  });
});

suite('sqlite')('docs/production.md, on SQLite', () => {
  const installation = new Installation();
  const environment = settingsOf(block('environment', installation.paths));
  let server: TestServer;

  beforeAll(async () => {
    server = await installation.start(environment);
  });
  afterAll(() => server.stop());

  const DATABASE = { DATA_DIR: installation.dataDir };

  async function addAccount() {
    const account = { email: `${unique()}@example.com`, password: 'a good password' };
    await shell(`echo '${account.password}' | npm run --silent account -- add ${account.email}`, DATABASE);
    return account;
  }

  /** Signs in through the proxy with a forged `X-Forwarded-For`. @returns the address that the server recorded. */
  async function signInThrough(proxy: TlsProxy, account: object): Promise<string> {
    const spoofed = { headers: { 'x-forwarded-for': '203.0.113.9' }, from: OUTSIDE };
    const signedIn = await callThrough(proxy, 'POST', '/api/session', { ...spoofed, body: account });
    noteSecrets('', undefined, { body: signedIn.body, headers: new Headers() } as Parameters<typeof noteSecrets>[2]);
    expect(signedIn.status).toBe(201);
    expect(signedIn.headers['set-cookie']![0]).toMatch(/^__Host-consentry_session=.*; Secure/);
    const [event] = await queryOwn<{ address: string }>(
      installation,
      "SELECT address FROM events WHERE kind = 'sign_in.succeeded' ORDER BY id DESC LIMIT 1",
    );
    return event!.address;
  }

  const proxyTo = ({ port }: TestServer) => {
    const text = block('nginx', { ...installation.paths, '127.0.0.1:3000': `127.0.0.1:${port}` });
    return startTlsProxy({ text, host: 'auth.example.com', folder: installation.folder });
  };

  it('stands behind nginx: https outside, the caller named, no secret in its log', async () => {
    const proxy = await proxyTo(server);
    try {
      const outside = `connect-to = auth.example.com:443:127.0.0.1:${proxy.port}\ncacert = ${proxy.certificate}\n`;
      writeFileSync(join(installation.folder, '.curlrc'), outside);
      const checked = await shell(block('check', {}), { CURL_HOME: installation.folder });
      expect(checked).toMatch('{"status":"ok"}');
      expect(checked).toMatch('"issuer":"https://auth.example.com"');

      expect(await signInThrough(proxy, await addAccount())).toBe(OUTSIDE);

      const to = [443, 80, server.port].map((from) => {
        return `--connect-to auth.example.com:${from}:127.0.0.1:${from === 443 ? proxy.port : 1}`;
      });
      const env = { ...environment, PORT: String(server.port), NODE_EXTRA_CA_CERTS: proxy.certificate };
      const examined = await shell(block('doctor', { 'auth.example.com': `auth.example.com ${to.join(' ')}` }), env);
      expect(examined).toMatch(/\nok: \d+, warning: \d+, failure: 0, could not tell: [01], not looked at: \d\n$/);

      const path = `/oauth2/access_token?${query({ grant_type: 'refresh_token', code: 'a-refresh-token' })}`;
      expect((await callThrough(proxy, 'GET', path)).body).toMatchObject({ error: 'invalid_grant' });
      const long = `/oauth2/authorize?state=${'x'.repeat(20_000)}`;
      expect((await callThrough(proxy, 'GET', long)).body).toMatchObject({ error: 'invalid_request' });
    } finally {
      await proxy.stop();
    }
    const logs = readdirSync(installation.paths['/var/log/nginx']).map((name) =>
      readFileSync(join(installation.paths['/var/log/nginx'], name), 'utf8'),
    );
    expect(logs.join('')).not.toMatch('a-refresh-token');
  });

  it('is spoken to by TLS alone, and holds a flood from one address off', async () => {
    const proxy = await proxyTo(server);
    try {
      const healthy = await callThrough(proxy, 'GET', '/health/ready');
      expect(healthy.headers['strict-transport-security']).toBe('max-age=63072000');
      // Only nginx counts requests.
      if (!proxy.isNginx) return;
      const many = (path: string, from: string) =>
        Promise.all(Array.from({ length: 80 }, () => callThrough(proxy, 'GET', path, { from }))).then((answers) =>
          answers.map(({ status }) => status),
        );
      const tries = await many('/api/session', '127.0.0.1');
      expect(tries.filter((status) => status === 401).length).toBeGreaterThanOrEqual(40);
      expect(tries).toContain(429);
      expect(new Set(await many('/.well-known/jwks.json', '127.0.0.1'))).toEqual(new Set([200]));
      expect((await callThrough(proxy, 'GET', '/api/session', { from: OUTSIDE })).status).toBe(401);
    } finally {
      await proxy.stop();
    }
  });

  it('has commands that read its settings', async () => {
    const file = join(installation.folder, 'consentry.env');
    writeFileSync(file, `DATA_DIR=${installation.dataDir}\nTRUSTED_ISSUERS='[]'\n`);
    const itself = { 'runuser -u consentry -- ': '', '/etc/consentry.env': file };
    expect(await shell(block('as-the-server', itself), {})).toMatch(/^signing +ES256 /m);
  });

  it('is backed up beside the running server, and restored', async () => {
    const account = await addAccount();
    await shell(block('backup', installation.paths), DATABASE);
    const late = await addAccount();
    expect(readFileSync(join(installation.folder, 'safe/consentry-master.key'))).toEqual(
      readFileSync(join(installation.dataDir, 'master.key')),
    );
    const backup = join(installation.backups, 'auth.sqlite');
    expect(statSync(backup).mode & 0o777).toBe(0o600);
    expect(await server.stop()).toBe(0);

    const signInStatus = async (who: { email: string; password: string }) => {
      const answer = await call('POST', `http://127.0.0.1:${server.port}/api/session`, { body: who });
      return answer.status;
    };
    for (const name of ['restore', 'restore-alone']) {
      const printed = await shell(block(name, installation.paths), { ...DATABASE, PORT: '1' });
      expect(printed).toMatch(`restored ${backup} into ${installation.dataDir}/auth.sqlite\n`);
      expect(printed.includes('nothing to compare the backup with')).toBe(name === 'restore-alone');
      server = await installation.start(environment, server.port);
      expect([await signInStatus(account), await signInStatus(late)]).toEqual([201, 401]);
      expect(await server.stop()).toBe(0);
    }
    const away = readdirSync(join(installation.dataDir, 'away'));
    expect(away.some((name) => name.startsWith('auth.sqlite.replaced-'))).toBe(true);
    server = await installation.start(environment, server.port);
  });

  it('lists and rotates the keys beside the running server', async () => {
    const env = { ...environment, ...DATABASE };
    const jwks = async () => {
      const { body } = await call<{ keys: { kid: string }[] }>(
        'GET',
        `http://127.0.0.1:${server.port}/.well-known/jwks.json`,
      );
      return body.keys.map(({ kid }) => kid);
    };
    const [first = 'none'] = await jwks();
    const rotated = await shell(block('keys', {}), env);
    expect(rotated).toMatch(new RegExp(`signing +ES256 +${first}`));
    const next = /the ES256 key (\S+) is announced/.exec(rotated)![1]!;
    const replaced = await shell(block('keys-compromised', {}), env);
    const newest = /the ES256 key (\S+) signs from now on/.exec(replaced)![1]!;
    await server.stop();
    server = await installation.start(environment, server.port);
    const now = await jwks();
    expect(now).toContain(newest);
    expect(now).not.toContain(first);
    expect(now).not.toContain(next);
  });

  it('has its master key replaced while the server is stopped', async () => {
    const old = readFileSync(join(installation.dataDir, 'master.key'), 'utf8');
    await server.stop();
    const printed = await shell(block('replace-master-key', {}), { ...environment, ...DATABASE });
    const kept = /the old key is kept as (\S+): /.exec(printed)![1]!;
    expect(readFileSync(kept, 'utf8')).toBe(old);
    expect(readFileSync(join(installation.dataDir, 'master.key'), 'utf8')).not.toBe(old);
    server = await installation.start(environment, server.port);
  });

  it('runs in several processes, behind the proxy too', async () => {
    await server.stop();
    server = await installation.start({ ...environment, ...settingsOf(block('workers-environment', {})) });
    expect(server.output).toMatch('"workers":2');
    const proxy = await proxyTo(server);
    try {
      const account = await addAccount();
      for (let n = 0; n < 4; n += 1) expect(await signInThrough(proxy, account)).toBe(OUTSIDE);
      const statusOf = async (size: number) => {
        const body = { email: 'x'.repeat(size), password: '' };
        return (await callThrough(proxy, 'POST', '/api/session', { body })).status;
      };
      expect([await statusOf(90_000), await statusOf(900_000)]).toEqual([400, 413]);
    } finally {
      await proxy.stop();
    }
  });

  it('takes the master key that its command makes', async () => {
    const MASTER_KEY = (await shell(block('master-key', {}), {})).trim();
    const keyed = await TestServer.start({ env: { MASTER_KEY } });
    expect(readdirSync(keyed.dataDir)).not.toContain('master.key');
    expect(await keyed.stop()).toBe(0);
  });

  it('has left no block out', () => expect([...used].sort()).toEqual([...ON_SQLITE].sort()));
});

suite('postgres')('docs/production.md, on PostgreSQL', () => {
  const installation = new Installation();
  const name = `consentry_${unique()}`;
  const admin = postgresUrl;
  const pgpass = join(installation.folder, 'pgpass');
  let settings: Record<string, string>;
  let replicas: TestServer[] = [];

  /** Roles and databases belong to the whole PostgreSQL server; other runs have their own. */
  const own = (): Record<string, string> => ({
    ...installation.paths,
    consentry: name,
    '127.0.0.1:5432': new URL(admin()).host,
  });

  async function startReplicas(): Promise<void> {
    const ports = [await freePort(), await freePort()];
    replicas = await Promise.all(ports.map((port) => installation.start(settings, port)));
  }
  const stopReplicas = async () => {
    for (const replica of replicas) expect(await replica.stop()).toBe(0);
  };

  beforeAll(async () => {
    await runAsSuperuser(block('role', own()));
    const MASTER_KEY = (await shell(block('master-key', {}), {})).trim();
    // On loopback the flow needs no https in the browser.
    const environment = settingsOf(block('environment', installation.paths));
    settings = {
      ...environment,
      ...settingsOf(block('postgres-environment', own())),
      MASTER_KEY,
      AUTH_URL: 'http://localhost:3000',
    };
    const { password } = new URL(settings['DATABASE_URL']!);
    writeFileSync(pgpass, `*:*:*:*:${password}\n`, { mode: 0o600 });
    await startReplicas();
  });
  afterAll(async () => {
    for (const replica of replicas) await replica.stop();
    for (const database of [name, `${name}_replaced`])
      await queryPostgres(admin(), `DROP DATABASE IF EXISTS ${database} WITH (FORCE)`);
    await queryPostgres(admin(), `DROP ROLE ${name}`);
  });

  it('serves from replicas that share the database and the master key, with no sticky sessions', async () => {
    const upstream = block('upstream', {
      '10.0.0.11:3000': `127.0.0.1:${replicas[0]!.port}`,
      '10.0.0.12:3000': `127.0.0.1:${replicas[1]!.port}`,
    });
    expect(upstream.replace(/\s+/g, ' ')).toBe(upstreamTo(...replicas).replace(/\s+/g, ' '));
    const text = block('nginx', installation.paths).replace(/upstream consentry \{.*?\n\}\n/s, upstream);
    const proxy = await startTlsProxy({ text, host: 'auth.example.com', folder: installation.folder });
    try {
      for (let n = 0; n < 4; n += 1) expect((await callThrough(proxy, 'GET', '/health/ready')).status).toBe(200);
    } finally {
      await proxy.stop();
    }
    for (const replica of replicas) expect(replica.output).toMatch('/health/ready');

    const [one, other] = replicas.map(({ port }) => ({ url: `http://127.0.0.1:${port}` }));
    const account = await signUp(one!);
    const application = await register(other!, account);
    const { refresh_token: token } = await obtainTokens(one!, account, application);
    expect((await refresh(other!, token)).status).toBe(200);
    expect((await refresh(one!, token)).body.error).toBe('invalid_grant');
  });

  it('is filled from SQLite', async () => {
    const dataDir = freshDir();
    const file = join(dataDir, 'auth.sqlite');
    const before = await TestServer.start({ dataDir, env: { DATABASE_URL: `sqlite:${file}` } });
    expect(await before.stop()).toBe(0);
    const printed = await shell(block('move', {}), { DATA_DIR: dataDir, DATABASE_URL: await freshDatabase() });
    expect(printed).toMatch(`moved ${file} into postgres://`);
    expect(readdirSync(dataDir).filter((each) => each.startsWith('auth.sqlite'))).toEqual([
      expect.stringMatching(/\.moved-/),
    ]);
  });

  it('is dumped, loaded into an empty database, and restored', async () => {
    const at = () => ({ url: `http://127.0.0.1:${replicas[0]!.port}` });
    const account = await signUp(at());
    const application = await register(at(), account);
    const { refresh_token: token } = await obtainTokens(at(), account, application);
    const env = { ...settings, DATA_DIR: installation.dataDir, PGPASSFILE: pgpass };
    const dump = block('dump', own());
    const load = block('load', own());
    const canDump = await hasDumpTools(admin());
    if (canDump) {
      await shell(dump, env);
      expect(statSync(join(installation.backups, 'auth.dump')).mode & 0o777).toBe(0o600);
    }
    const newest = (await refresh(at(), token)).body.refresh_token;
    await stopReplicas();

    await runAsSuperuser(block('rename', own()));
    if (canDump) await shell(load, env);
    else {
      // Without pg_dump the test prepares its result, and still runs our command.
      console.warn('this machine has no pg_dump of the version of its PostgreSQL: the database is copied instead');
      await runAsSuperuser(
        `DROP DATABASE ${name};\nCREATE DATABASE ${name} OWNER ${name} TEMPLATE ${name}_replaced;\n`,
      );
      await shell(load.split('\n').slice(1).join('\n'), env);
    }
    await startReplicas();
    for (const each of [token, newest]) expect((await refresh(at(), each)).body.error).toBe('invalid_grant');
    const again = { ...account, ...(await signIn(at(), account)) };
    expect((await refresh(at(), (await obtainTokens(at(), again, application)).refresh_token)).status).toBe(200);
  });

  it('has left no block out', () => expect([...used].sort()).toEqual([...ON_POSTGRES].sort()));
});

async function queryOwn<Row>({ dataDir }: Installation, text: string): Promise<Row[]> {
  const { default: Database } = await import('better-sqlite3');
  const db = new Database(join(dataDir, 'auth.sqlite'), { readonly: true });
  try {
    return db.prepare<[], Row>(text).all();
  } finally {
    db.close();
  }
}

async function hasDumpTools(url: string): Promise<boolean> {
  const { stdout } = spawnSync('pg_dump', ['--version'], { encoding: 'utf8' }) as { stdout: string | null };
  const [{ version } = { version: '0' }] = await queryPostgres<{ version: string }>(
    url,
    "SELECT current_setting('server_version_num') AS version",
  );
  return Number(/(\d+)/.exec(stdout ?? '')?.[1] ?? 0) >= Math.floor(Number(version) / 10_000);
}
