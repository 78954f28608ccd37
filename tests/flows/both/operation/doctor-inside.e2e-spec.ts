import { openFile } from '@consentry/typeorm-node-sqlite';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CheckedFinding, type Status, runChecks } from '../../../../apps/auth-server/src/commands/doctor/check';
import { INSIDE_CHECKS } from '../../../../apps/auth-server/src/commands/doctor/doctor-checks';
import { type InsideFacts, gatherInside } from '../../../../apps/auth-server/src/commands/doctor/inside/inside-facts';
import {
  type OutsideFacts,
  gatherOutside,
} from '../../../../apps/auth-server/src/commands/doctor/outside/outside-facts';
import { LOGIN_CHECKS } from '../../../../apps/auth-server/src/commands/doctor/login/login-checks';
import { PROVIDER_CHECKS } from '../../../../apps/auth-server/src/commands/doctor/login/provider-checks';
import { Prober } from '../../../../apps/auth-server/src/commands/doctor/prober';
import { systemClock } from '../../../../apps/auth-server/src/platform/config/clock';
import { readSettings } from '../../../../apps/auth-server/src/platform/config/read-settings';
import { becomesSo } from '@consentry/test-support/world/becomes-so';
import { runWell } from '@consentry/test-support/server/command';
import { databaseSettingsOf, databaseUrlOf, engine } from '@consentry/test-support/server/engine';
import { givenServer } from '@consentry/test-support/server/given';
import { queryPostgres } from '@consentry/test-support/postgres/query';
import { freshDir } from '@consentry/test-support/server/server';
import { changeStored, storedRows } from '@consentry/test-support/server/stored';
import { addRevocations } from '@consentry/test-support/world/stored-revocation';
import { type Account, type Application, register, signUp } from '@consentry/test-support/world/world';

const ISSUER = 'https://auth.example.com';
const DAY = 86_400_000;

/** Tried in files of their own: here people have passwords. */
const AT_THE_LOGIN = [...LOGIN_CHECKS, ...PROVIDER_CHECKS].map(({ id }) => id);

/** What a look inside depends on, besides the database. */
interface Look {
  env: Record<string, string>;
  now: number;
  backups: string;
  outside: OutsideFacts;
  facts: (facts: InsideFacts) => InsideFacts;
  /** Of the server's own port. */
  bare: number;
}

/** Makes one thing wrong, in the database or in what the look depends on. */
type Break = () => Promise<Partial<Look>> | Partial<Look>;
type Fixture = readonly [id: string, status: Status, broken: Break, cause: RegExp];

describe('consentry doctor, from inside', () => {
  // Looser than what the doctor is told: applications are registered here.
  const server = givenServer({
    env: { AUTH_URL: ISSUER, SIGN_UP: 'open', DEVELOPERS: 'all', TRUSTED_PROXIES: '10.0.0.1' },
  });
  const backups = freshDir();
  const usual: Look = { env: {}, now: 0, backups, outside: {} as OutsideFacts, facts: (facts) => facts, bare: 1 };
  let account: Account;
  let application: Application;
  const direct = () => ({ url: `http://127.0.0.1:${server.port}` });

  beforeAll(async () => {
    const to = { host: '127.0.0.1', port: server.port };
    account = await signUp(direct());
    application = await register(direct(), account, { require_pkce: true, require_client_authentication: true });
    await server.advance({ seconds: 10 });
    const lease = async () => (await storedRows(server, 'SELECT 1 FROM leases')).length > 0;
    await becomesSo(lease, 20_000);
    const database = await databaseSettingsOf(server.dataDir);
    if (engine === 'sqlite') await runWell('backup', [join(backups, 'auth.sqlite')], { DATA_DIR: server.dataDir });
    else writeFileSync(join(backups, 'auth.dump'), 'PGDMP of pg_dump', { mode: 0o600 });
    const plain = new Prober(systemClock, [{ from: { host: '', port: '' }, to }]);
    // TLS is the other test's: what matters here are the keys.
    const outside = await gatherOutside('http://auth.example.com', plain);
    outside.jwks = await plain.ask('http://auth.example.com/.well-known/jwks.json');
    const env = { AUTH_URL: ISSUER, PORT: String(server.port), TRUSTED_PROXIES: '10.0.0.1', DATA_DIR: server.dataDir };
    Object.assign(usual, { env: { ...env, ...database }, now: Date.now(), outside, facts: asInProduction });
    if (engine === 'postgres') await inDatabase("SET synchronous_commit = 'on'")();
  });

  async function examine(different: Partial<Look> = {}): Promise<CheckedFinding[]> {
    const look = { ...usual, ...different, env: { ...usual.env, ...different.env } };
    const from = { host: 'auth.example.com', port: String(server.port) };
    const prober = new Prober(systemClock, [{ from, to: { host: '127.0.0.1', port: look.bare } }]);
    const settings = readSettings(look.env);
    const facts = await gatherInside({ ...look, settings, prober });
    return runChecks(INSIDE_CHECKS, look.facts(facts));
  }

  const only = async (id: string, look: Partial<Look> = {}) => (await examine(look)).find((found) => found.id === id);

  it('finds nothing wrong with a deployment that is well kept', async () => {
    const found = (await examine()).filter(({ status }) => status !== 'ok');
    const other = engine === 'sqlite' ? ON_POSTGRES : ON_SQLITE;
    const elsewhere = [...other.map(([id]) => id), ...AT_THE_LOGIN];
    expect(found.map(({ id, status }) => [id, status])).toEqual(
      INSIDE_CHECKS.filter(({ id }) => elsewhere.includes(id)).map(({ id }) => [id, 'skipped']),
    );
  });

  const inRows =
    (text: string, ...values: unknown[]) =>
    () =>
      changeStored(server, text, ...values).then(() => ({}));
  const idOf = '(SELECT MIN(id) FROM clients)';

  const ANYWHERE: readonly Fixture[] = [
    ['trusted-proxies', 'failure', () => ({ env: { TRUSTED_PROXIES: '' } }), /TRUSTED_PROXIES is not set/],
    [
      'listener',
      'failure',
      () => ({ bare: server.port, env: { HOST: '0.0.0.0' } }),
      /health\/live answers without TLS/,
    ],
    ['listener', 'ok', () => ({ env: { HOST: '0.0.0.0' } }), /does not answer from here/],
    ['developers', 'warning', () => ({ env: { DEVELOPERS: 'all', SIGN_UP: 'open' } }), /anyone can sign up/],
    ['lifetimes', 'warning', () => ({ env: { CODE_TTL: '601', REFRESH_TOKEN_TTL: '31536001' } }), /CODE_TTL.*REFRESH/],
    ['database', 'failure', () => ({ env: { DATA_DIR: freshDir(), DATABASE_URL: elsewhere() } }), /./],
    ['database', 'failure', inRows("INSERT INTO migrations (timestamp, name) VALUES (9, 'Later1')"), /later version/],
    ['database', 'failure', inRows('DELETE FROM migrations'), /earlier version/],
    [
      'disk-space',
      'warning',
      () => ({ facts: (facts) => ({ ...facts, files: { ...facts.files, freeBytes: 9e8 } }) }),
      /0\.9 GB/,
    ],
    ['master-key', 'failure', () => ({ env: { MASTER_KEY: 'A'.repeat(43) } }), /another database/],
    ['master-key', 'failure', () => ({ env: { DATA_DIR: freshDir(), DATABASE_URL: samePlace() } }), /cannot be read/],
    ['private-files', 'failure', openFiles, /others may use .*, .*master\.key/],
    ['key-rotation', 'failure', () => ({ now: usual.now + 100 * DAY }), /no other is announced/],
    ['key-rotation', 'warning', () => ({ env: { KEY_ROTATION: '63072000' } }), /730 days/],
    ['published-keys', 'failure', () => ({ outside: { ...usual.outside, jwks: keysOfAnother() } }), /is missing/],
    ['background-jobs', 'failure', () => ({ now: usual.now + 300_000 }), /none since/],
    ['background-jobs', 'unknown', inRows('DELETE FROM leases'), /none has run yet/],
    ['old-secrets', 'warning', () => ({ now: usual.now + 366 * DAY }), /of \S+/],
    ['backups', 'failure', () => ({ now: usual.now + 2 * DAY }), /is from 2/],
    ['backups', 'failure', () => ({ backups: freshDir() }), /there is no backup in/],
    ['backups', 'unknown', () => ({ backups: '/nowhere' }), /no such file/],
    ['backups', 'failure', () => ({ backups: withMasterKey() }), /there is a master key in/],
    ['backups', 'failure', () => ({ backups: withOpenBackup() }), /others may read/],
    [
      'redirect-uris',
      'warning',
      () => withRedirect('http://localhost:8080/callback'),
      /callback of ".+" \([\w-]+\): localhost may be another machine/,
    ],
    [
      'redirect-uris',
      'failure',
      inRows(`INSERT INTO client_redirect_uris (client_id, uri) VALUES (${idOf}, 'http://app.example.com/cb')`),
      /http, and not on loopback/,
    ],
    [
      'redirect-uris',
      'failure',
      inRows(`INSERT INTO client_redirect_uris (client_id, uri) VALUES (${idOf}, 'https://*.example.com/cb')`),
      /a wildcard/,
    ],
    ['pkce-of-clients', 'warning', inRows('UPDATE clients SET require_pkce = FALSE'), /may omit it: 1/],
    [
      'refresh-with-secret',
      'warning',
      inRows('UPDATE clients SET require_client_authentication = FALSE'),
      /alone is enough for \S+/,
    ],
    ['revocation-list', 'warning', () => addRevocations(server, 100_001).then(() => ({})), /it has 100001 entries/],
    ['published-keys', 'failure', inRows('UPDATE signing_keys SET compromised_at = 1'), /compromised/],
    ['key-rotation', 'failure', inRows('DELETE FROM signing_keys'), /no signing key/],
  ];

  const ON_SQLITE: readonly Fixture[] = [
    [
      'local-disk',
      'failure',
      () => ({ facts: (facts) => ({ ...facts, files: { ...facts.files, isRemote: true } }) }),
      /network/,
    ],
    ['database-sound', 'failure', orphan, /a row of client_secrets refers/],
    ['database-sound', 'failure', () => ({ env: { DATABASE_URL: `sqlite:${torn()}` } }), /./],
  ];

  const ON_POSTGRES: readonly Fixture[] = [
    ['durable-commits', 'failure', inDatabase("SET synchronous_commit = 'off'"), /off: synchronous_commit/],
    [
      'autovacuum',
      'failure',
      inRows('ALTER TABLE refresh_families SET (autovacuum_enabled = false)'),
      /not of refresh_families/,
    ],
    ['connections', 'failure', () => ({ env: { DATABASE_POOL_SIZE: '1000' } }), /^1001 are needed/],
    ['postgres-version', 'failure', () => ({ facts: ofVersion(14) }), /it is 14/],
    ['database-role', 'warning', () => ({ facts: (facts) => facts }), /it is a superuser/],
    [
      'database-tls',
      'failure',
      () => ({ env: { DATABASE_URL: 'postgres://a:b@db.invalid/c' } }),
      /sslmode of DATABASE_URL is not set/,
    ],
  ];

  const HERE = engine === 'sqlite' ? ON_SQLITE : ON_POSTGRES;

  it('lets a server on this machine have an application at localhost', async () => {
    await withRedirect('http://localhost:8081/callback');
    const env = { AUTH_URL: 'http://localhost:3000' };
    expect(await only('redirect-uris', { env })).toMatchObject({ status: 'ok' });
  });

  it.each([...ANYWHERE, ...HERE])('%s: %s', async (id, status, broken, cause) => {
    const found = await only(id, await broken());
    expect(found).toMatchObject({ status, cause: expect.stringMatching(cause) as string });
    expect(found).toHaveProperty(['unknown', 'ok'].includes(status) ? 'id' : 'cure');
  });

  it('has a fixture for every check', () => {
    const tried = new Set([...[...ANYWHERE, ...ON_SQLITE, ...ON_POSTGRES].map(([id]) => id), ...AT_THE_LOGIN]);
    expect(INSIDE_CHECKS.map(({ id }) => id).filter((id) => !tried.has(id))).toEqual([]);
  });

  const elsewhere = () => (engine === 'sqlite' ? '' : 'postgres://nobody:x@127.0.0.1:1/nothing');
  const samePlace = () =>
    engine === 'sqlite' ? `sqlite:${join(server.dataDir, 'auth.sqlite')}` : usual.env['DATABASE_URL']!;

  function openFiles(): Partial<Look> {
    chmodSync(server.dataDir, 0o755);
    chmodSync(join(server.dataDir, 'master.key'), 0o644);
    return {};
  }

  function keysOfAnother(): OutsideFacts['jwks'] {
    const body = JSON.stringify({ keys: [{ kid: 'another', kty: 'EC' }] });
    return { url: '', status: 200, headers: {}, body, sentAt: 0, receivedAt: 0 };
  }

  function withMasterKey(): string {
    writeFileSync(join(backups, 'master.key.replaced-1'), '', { mode: 0o600 });
    return backups;
  }

  function withOpenBackup(): string {
    const folder = join(backups, 'open');
    mkdirSync(folder);
    const begin = engine === 'sqlite' ? backupBytes() : Buffer.from('PGDMP');
    writeFileSync(join(folder, 'auth'), begin, { mode: 0o644 });
    return folder;
  }

  const backupBytes = () => readFileSync(join(backups, 'auth.sqlite'));

  async function withRedirect(uri: string): Promise<Partial<Look>> {
    const [{ type }] = (await storedRows<{ type: string }>(server, 'SELECT type FROM clients')) as [{ type: string }];
    expect([type, application.client_id]).toEqual(['confidential', expect.any(String)]);
    await changeStored(server, `INSERT INTO client_redirect_uris (client_id, uri) VALUES (${idOf}, ?)`, uri);
    return {};
  }

  /** As a program that switches foreign keys off. */
  function orphan(): Partial<Look> {
    const db = openFile(join(server.dataDir, 'auth.sqlite'), { timeout: 5_000 });
    db.exec('PRAGMA foreign_keys = OFF');
    db.exec("INSERT INTO client_secrets (id, client_id, hash, created_at) VALUES ('x', 99, 'x', 1)");
    db.close();
    return {};
  }

  /** A page of the file is overwritten. */
  function torn(): string {
    const bytes = backupBytes();
    const db = openFile(join(backups, 'auth.sqlite'), { readonly: true });
    const index = db.prepare("SELECT rootpage AS root FROM sqlite_master WHERE name = 'grants_client'");
    const { root } = index.get() as { root: number };
    db.close();
    const size = bytes.readUInt16BE(16);
    bytes.fill(0xff, (root - 1) * size, root * size);
    const file = join(freshDir(), 'torn.sqlite');
    writeFileSync(file, bytes);
    return file;
  }

  function inDatabase(what: string): Break {
    return async () => {
      const url = await databaseUrlOf(server.dataDir);
      await queryPostgres(url, `ALTER DATABASE "${new URL(url).pathname.slice(1)}" ${what}`);
      return {};
    };
  }

  /** The tests' PostgreSQL risks its data for speed, and its role may create databases. */
  function asInProduction(facts: InsideFacts): InsideFacts {
    if (facts.engine?.engine !== 'postgres') return facts;
    const settings = { ...facts.engine.settings, fsync: 'on', full_page_writes: 'on' };
    return { ...facts, engine: { ...facts.engine, settings, isSuperuser: false } };
  }

  function ofVersion(version: number): Look['facts'] {
    return (facts) => ({ ...facts, engine: facts.engine?.engine === 'postgres' ? { ...facts.engine, version } : null });
  }
});
