import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { engine } from '@consentry/test-support/server/engine';
import { Installation, block, callThrough, shell, used } from '../support/installation';
import { describeInstalled, runs } from '@consentry/test-support/run/installed';
import { freshDatabase, postgresUrl, runAsSuperuser } from '@consentry/test-support/postgres/databases';
import { queryPostgres } from '@consentry/test-support/postgres/query';
import { BLOCKS, PAGE, settingsOf } from '@consentry/test-support/docs/production-page';
import { noteSecrets } from '@consentry/test-support/server/seen-secrets';
import { freePort } from '@consentry/test-support/server/ports';
import { TestServer, freshDir } from '@consentry/test-support/server/server';
import { storedRows } from '@consentry/test-support/server/stored';
import { type TlsProxy, hasCaddy, hasHaproxy, startCaddy, startHaproxy, startTlsProxy } from '../support/tls-proxy';
import {
  call,
  obtainTokens,
  query,
  refresh,
  register,
  signIn,
  signUp,
  unique,
} from '@consentry/test-support/world/world';

/** Another address of this machine, if there is one. */
const OUTSIDE = process.platform === 'linux' ? '127.0.0.2' : '127.0.0.1';

const ON_SQLITE = [
  'as-the-server',
  'migrate',
  'environment',
  'nginx',
  'caddy',
  'haproxy',
  'check',
  'doctor',
  'doctor-inside',
  'doctor-nightly',
  'unit',
  'accounts',
  'create',
  'printed',
  'health',
  'request-line',
  'alarms',
  'events',
  'ids',
  'backup',
  'backup-service',
  'backup-timer',
  'restore',
  'restore-alone',
  'keys',
  'keys-printed',
  'keys-compromised',
  'replace-master-key',
  'instances',
  'instances-upstream',
  'master-key',
];
/** Run by tests of their own: `flows/postgres/pgbouncer`, `docs/point-in-time`, `docs/fapi2`. */
const ELSEWHERE = [
  ...['pgbouncer', 'pgbouncer-role'],
  ...['archive', 'base-backup', 'recovery', 'after-recovery'],
  ...['fapi-environment', 'fapi-metadata', 'fapi-said', 'fapi-key', 'fapi-registration', 'fapi-sign-in'],
];
/** They need systemd as the first process. */
const NOT_RUN = ['enable', 'enable-backup'];
const ON_POSTGRES = [
  'role',
  'postgres-environment',
  'move',
  'dump',
  'rename',
  'load',
  'upstream',
  'one-dead',
  'master-key',
  'nginx',
  'unit',
  'environment',
];

const suite = (which: typeof engine) => (engine === which ? describe : describe.skip);

describe('the pages for operators', () => {
  it('name every block that they have, and each is run', () => {
    expect(BLOCKS.size).toBe(PAGE.match(/^ *```\w+$/gm)!.length);
    expect(new Set([...ON_SQLITE, ...ON_POSTGRES, ...ELSEWHERE, ...NOT_RUN])).toEqual(new Set(BLOCKS.keys()));
  });
});

suite('sqlite')('the pages for operators, on SQLite', () => {
  const installation = new Installation();
  const environment = settingsOf(block('environment', installation.paths));
  let server: TestServer;
  let caddy: string;
  let haproxy: string;

  beforeAll(async () => {
    // Also where these are not installed.
    caddy = block('caddy', installation.paths);
    haproxy = block('haproxy', {});
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
    const [event] = await storedRows<{ address: string }>(
      installation,
      "SELECT address FROM events WHERE kind = 'sign_in.succeeded' ORDER BY id DESC LIMIT 1",
    );
    return event!.address;
  }

  const proxyTo = ({ port }: TestServer) => {
    const text = block('nginx', { ...installation.paths, '127.0.0.1:3000': `127.0.0.1:${port}` });
    return startTlsProxy({ text, host: 'auth.example.com', folder: installation.folder });
  };

  const caddyTo = ({ port }: TestServer) => {
    const text = caddy.replace('127.0.0.1:3000', `127.0.0.1:${port}`);
    return startCaddy({ text, host: 'auth.example.com', folder: installation.folder });
  };

  const haproxyTo = ({ port }: TestServer) => {
    const text = haproxy.replaceAll(/10\.0\.0\.1[12]:3000/g, `127.0.0.1:${port}`);
    return startHaproxy({ text, host: 'auth.example.com', folder: installation.folder });
  };

  /** What the page promises of a proxy, and of its logs. */
  async function isServedThrough(proxy: TlsProxy, logs: string): Promise<void> {
    const outside = `connect-to = auth.example.com:443:127.0.0.1:${proxy.port}\ncacert = ${proxy.certificate}\n`;
    writeFileSync(join(installation.folder, '.curlrc'), outside);
    const checked = await shell(block('check', {}), { CURL_HOME: installation.folder });
    expect(checked).toMatch('{"status":"ok"}');
    expect(checked).toMatch('"issuer":"https://auth.example.com"');
    expect(await signInThrough(proxy, await addAccount())).toBe(OUTSIDE);

    const path = `/oauth2/access_token?${query({ grant_type: 'refresh_token', code: 'a-refresh-token' })}`;
    const spend = async () => (await callThrough(proxy, 'GET', path)).body;
    expect(await spend()).toMatchObject({ error: 'invalid_grant' });
    const long = `/oauth2/authorize?state=${'x'.repeat(20_000)}`;
    expect((await callThrough(proxy, 'GET', long)).body).toMatchObject({ error: 'invalid_request' });
    await server.stop();
    expect([502, 503]).toContain((await callThrough(proxy, 'GET', path)).status);
    server = await installation.start(environment, server.port);
    const logged = readdirSync(logs).map((name) => readFileSync(join(logs, name), 'utf8'));
    expect(logged.join('')).not.toMatch('a-refresh-token');
  }

  async function isWellForTheDoctor(proxy: TlsProxy) {
    const to = [443, 80, server.port].map((from) => {
      return `--connect-to auth.example.com:${from}:127.0.0.1:${from === 443 ? proxy.port : 1}`;
    });
    const there = { 'auth.example.com': `auth.example.com ${to.join(' ')}`, ...installation.paths };
    const env = { ...environment, PORT: String(server.port), NODE_EXTRA_CA_CERTS: proxy.certificate };
    const examined = await shell(block('doctor', there), env);
    expect(examined).toMatch(/\nok: \d+, warning: \d+, failure: 0, unknown: [01], skipped: \d+\n$/);
    return { there, env };
  }

  it('stands behind nginx: https outside, the caller named, no secret in its log', async () => {
    const proxy = await proxyTo(server);
    try {
      await isServedThrough(proxy, installation.paths['/var/log/nginx']);
    } finally {
      await proxy.stop();
    }
  });

  describeInstalled('with Caddy', hasCaddy, 'caddy', () => {
    it('stands behind it: https outside, the caller named, no secret in its log', async () => {
      const proxy = await caddyTo(server);
      try {
        await isServedThrough(proxy, installation.paths['/var/log/caddy']);
        await isWellForTheDoctor(proxy);
        const { headers } = await callThrough(proxy, 'GET', '/health/ready');
        expect(headers['strict-transport-security']).toBe('max-age=63072000');
        expect(readdirSync(installation.paths['/var/log/caddy'])).toEqual(['consentry.log']);
      } finally {
        await proxy.stop();
      }
    });
  });

  describeInstalled('with HAProxy', hasHaproxy, 'haproxy', () => {
    it('stands behind it: https outside, the caller named, no secret in its log, a flood held off', async () => {
      const proxy = await haproxyTo(server);
      try {
        await isServedThrough(proxy, join(installation.folder, 'haproxy-log'));
        await isWellForTheDoctor(proxy);
        expect((await manyTries(proxy, 160)).filter((status) => status === 429).length).toBeGreaterThanOrEqual(20);
        expect((await callThrough(proxy, 'GET', '/api/session', { from: OUTSIDE })).status).toBe(401);
      } finally {
        await proxy.stop();
      }
    });
  });

  const manyTries = (proxy: TlsProxy, tries: number, path = '/api/session') =>
    Promise.all(Array.from({ length: tries }, () => callThrough(proxy, 'GET', path, { from: '127.0.0.1' }))).then(
      (answers) => answers.map(({ status }) => status),
    );

  it('is spoken to by TLS alone, and holds a flood from one address off', async () => {
    const proxy = await proxyTo(server);
    try {
      const healthy = await callThrough(proxy, 'GET', '/health/ready');
      expect(healthy.headers['strict-transport-security']).toBe('max-age=63072000');
      // Only nginx counts requests.
      if (!proxy.isNginx) return;
      const tries = await manyTries(proxy, 80);
      expect(tries.filter((status) => status === 401).length).toBeGreaterThanOrEqual(40);
      expect(tries).toContain(429);
      expect(new Set(await manyTries(proxy, 80, '/.well-known/jwks.json'))).toEqual(new Set([200]));
      expect((await callThrough(proxy, 'GET', '/api/session', { from: OUTSIDE })).status).toBe(401);
    } finally {
      await proxy.stop();
    }
  });

  it('is examined from inside too, where a missing backup is a failure', async () => {
    const proxy = await proxyTo(server);
    try {
      const { there, env } = await isWellForTheDoctor(proxy);
      const failing = (name: string) => shell(block(name, there).replace(/\n$/, ' || test $? = 1'), env);
      expect(await failing('doctor-inside')).toMatch(/^FAILURE +backups: /m);
      const { checks } = JSON.parse(await failing('doctor-nightly')) as { checks: { id: string; status: string }[] };
      expect(checks.filter(({ status }) => status === 'failure').map(({ id }) => id)).toEqual(['backups']);
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

  it('says what a migration would do, and does it', async () => {
    const printed = await shell(block('migrate', {}), DATABASE);
    expect(printed.match(/nothing to do, it has all migrations of this version/g)).toHaveLength(2);
  });

  it('gets the accounts of a file, once', async () => {
    const file = join(installation.folder, 'accounts.csv');
    writeFileSync(file, block('accounts', {}));
    const create = () => shell(block('create', { 'accounts.csv': file }), DATABASE);
    expect(await create()).toBe(block('printed', {}));
    expect(await create()).toBe('');
    const rows = await storedRows<{ id: string; email: string }>(installation, block('ids', {}));
    expect(rows.map(({ email }) => email)).toEqual(expect.arrayContaining(['ada@example.com', 'grace@example.com']));
  });

  it('is watched by its health, its log and its events', async () => {
    const here = `127.0.0.1:${server.port}`;
    const healthy = await shell(block('health', { '127.0.0.1:3000': here }), {});
    expect(healthy).toBe('{"status":"ok"}{"status":"ok"}');
    await call('GET', `http://${here}/oauth2/authorize?client_id=unknown`);
    const refused = '"error":"invalid_client"';
    await server.logged(refused);
    const lines = server.output.trim().split('\n');
    const kindsOf = (line: string) =>
      Object.entries(JSON.parse(line) as object).map(([name, value]) => [name, typeof value]);
    const asked = lines.find((line) => line.includes(refused))!;
    expect(kindsOf(asked)).toEqual(kindsOf(block('request-line', {})));

    const file = join(installation.folder, 'journal');
    const bad = { level: 'error', msg: 'a test' };
    writeFileSync(file, `${asked}\n${JSON.stringify({ ...JSON.parse(asked), status: 503 })}\n${JSON.stringify(bad)}\n`);
    const alarms = block('alarms', { 'journalctl --unit consentry --output cat --since -5min': `cat ${file}` });
    if (runs('jq', '--version')) expect((await shell(alarms, {})).trim().split('\n')).toHaveLength(2);

    const events = await storedRows<{ id: number; kind: string }>(installation, block('events', {}));
    expect(events.map(({ kind }) => kind)).toContain('account.created');
    expect(events.map(({ id }) => id)).toEqual(events.map(({ id }) => id).toSorted((one, other) => one - other));
  });

  it('is backed up beside the running server, and restored', async () => {
    const account = await addAccount();
    await shell(block('backup', installation.paths), DATABASE);
    const [, nightly = ''] = /^ExecStart=\/bin\/sh -c '(.+)'$/m.exec(block('backup-service', installation.paths))!;
    await shell(nightly.replaceAll('%%', '%'), DATABASE);
    expect(readdirSync(installation.backups)).toContainEqual(
      expect.stringMatching(/^auth-\d{4}-\d\d-\d\d-\d{6}\.sqlite$/),
    );
    const [, when = ''] = /^OnCalendar=(.+)$/m.exec(block('backup-timer', {}))!;
    if (runs('systemd-analyze', '--version')) await shell(`systemd-analyze calendar '${when}'`, {});
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
      expect(printed.includes('the replaced database is not read')).toBe(name === 'restore-alone');
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
    const shapeOf = (line: string) => line.replaceAll(/[\w-]{43}/g, 'kid').replaceAll(/\d{4}-\S+Z/g, 'time');
    for (const line of block('keys-printed', {}).trim().split('\n'))
      expect(rotated.split('\n').map(shapeOf)).toContain(shapeOf(line));
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

  it('runs on several ports, behind the proxy too', async () => {
    await server.stop();
    const [, instance = ''] = /env PORT=%i (.*)$/m.exec(block('instances', {}))!;
    expect(block('unit', {})).toContain(`ExecStart=${instance}\n`);
    const servers = [await installation.start(environment), await installation.start(environment)];
    const [one, other] = servers.map(({ port }) => `127.0.0.1:${port}`);
    const upstream = block('instances-upstream', { '127.0.0.1:3000': one!, '127.0.0.1:3001': other! });
    const text = block('nginx', installation.paths).replace(/upstream consentry \{.*?\n\}\n/s, upstream);
    const proxy = await startTlsProxy({ text, host: 'auth.example.com', folder: installation.folder });
    try {
      const account = await addAccount();
      for (let n = 0; n < 4; n += 1) expect(await signInThrough(proxy, account)).toBe(OUTSIDE);
      for (const { output } of servers) expect(output).toMatch('"path":"/api/session"');
      const statusOf = async (size: number) => {
        const body = { email: 'x'.repeat(size), password: '' };
        return (await callThrough(proxy, 'POST', '/api/session', { body })).status;
      };
      expect([await statusOf(90_000), await statusOf(900_000)]).toEqual([400, 413]);
    } finally {
      await proxy.stop();
      for (const one of servers) await one.stop();
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

suite('postgres')('the pages for operators, on PostgreSQL', () => {
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

  /** nginx as on its page, before the replicas of an `upstream` block. */
  const proxyTo = (name: string) => {
    const [one, other] = replicas.map(({ port }) => `127.0.0.1:${port}`);
    const upstream = block(name, { '10.0.0.11:3000': one!, '10.0.0.12:3000': other! });
    const text = block('nginx', installation.paths).replace(/upstream consentry \{.*?\n\}\n/s, upstream);
    return startTlsProxy({ text, host: 'auth.example.com', folder: installation.folder });
  };
  const isReady = async (proxy: TlsProxy) =>
    expect((await callThrough(proxy, 'GET', '/health/ready')).status).toBe(200);

  it('serves from replicas that share the database and the master key, with no sticky sessions', async () => {
    const proxy = await proxyTo('upstream');
    try {
      for (let n = 0; n < 4; n += 1) await isReady(proxy);
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

  it('serves from the other replica when one was killed', async () => {
    const [dead, living] = replicas as [TestServer, TestServer];
    const account = await signUp({ url: `http://127.0.0.1:${dead.port}` });
    const proxy = await proxyTo('upstream');
    try {
      await dead.end('SIGKILL');
      const outside = `connect-to = auth.example.com:443:127.0.0.1:${proxy.port}\ncacert = ${proxy.certificate}\n`;
      writeFileSync(join(installation.folder, '.curlrc'), outside);
      const shown = await shell(block('one-dead', {}), { CURL_HOME: installation.folder });
      const statuses = shown.trim().split('\n');
      expect(statuses).toHaveLength(6);
      // The stand-in sends every second call to the dead one.
      if (proxy.isNginx) expect(new Set(statuses)).toEqual(new Set(['200']));
    } finally {
      await proxy.stop();
    }
    const url = { url: `http://127.0.0.1:${living.port}` };
    expect((await call('GET', `${url.url}/api/session`, { headers: account.session })).status).toBe(200);
    replicas[0] = await installation.start(settings, dead.port);
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

async function hasDumpTools(url: string): Promise<boolean> {
  const { stdout } = spawnSync('pg_dump', ['--version'], { encoding: 'utf8' }) as { stdout: string | null };
  const [{ version } = { version: '0' }] = await queryPostgres<{ version: string }>(
    url,
    "SELECT current_setting('server_version_num') AS version",
  );
  return Number(/(\d+)/.exec(stdout ?? '')?.[1] ?? 0) >= Math.floor(Number(version) / 10_000);
}
