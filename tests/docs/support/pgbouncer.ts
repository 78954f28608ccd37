import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { hasEnded } from '@consentry/test-support/server/has-ended';
import { runs } from '@consentry/test-support/run/installed';
import { PostgresGuard } from '@consentry/test-support/postgres/guard';
import { type Owner, findOpenFolder, findOwner } from '@consentry/test-support/postgres/owner';
import { freePort } from '@consentry/test-support/server/ports';
import { queryPostgres } from '@consentry/test-support/postgres/query';

const NAMED = process.env['TEST_PGBOUNCER'];
// Debian's path is not in every user's PATH.
const PROGRAM = (NAMED ? [NAMED] : ['/usr/sbin/pgbouncer', 'pgbouncer']).find((each) => runs(each, '--version'));

export const hasPgBouncer = PROGRAM !== undefined;

const PAUSE_MS = 10;

/** A PgBouncer in front of a database, which tests may kill. */
export class PgBouncer {
  private child: ChildProcess | undefined;
  private said = '';

  private constructor(
    private readonly file: string,
    /** The database's URL through PgBouncer. */
    readonly url: string,
    private readonly owner: Owner,
    private readonly guard: PostgresGuard,
  ) {}

  /**
   * @param text of `pgbouncer.ini`; the test sets its address, users and databases. @param behind the database's own
   * URL.
   */
  static async start(text: string, behind: string): Promise<PgBouncer> {
    const owner = findOwner();
    const folder = mkdtempSync(join(findOpenFolder(owner), 'consentry-pgbouncer-'));
    const { hostname, port, username, password } = new URL(behind);
    const own = String(await freePort());
    const users = join(folder, 'userlist.txt');
    const ini = text
      .replace(/host=\S+ port=\d+/, `host=${hostname} port=${port || 5432}`)
      .replace(/^listen_port = .*$/m, `listen_port = ${own}\nunix_socket_dir =`)
      .replace(/^auth_file = .*$/m, `auth_file = ${users}`);
    const file = join(folder, 'pgbouncer.ini');
    writeFileSync(file, ini);
    writeFileSync(users, `"${username}" "${decodeURIComponent(password)}"\n`, { mode: 0o600 });
    for (const each of [folder, file, users]) if (owner.uid) chownSync(each, owner.uid, owner.gid ?? owner.uid);
    const url = Object.assign(new URL(behind), { hostname: '127.0.0.1', port: own }).href;
    const bouncer = new PgBouncer(file, url, owner, new PostgresGuard(folder));
    try {
      await bouncer.launch();
      return bouncer;
    } catch (error) {
      await bouncer.stop();
      throw error;
    }
  }

  async kill(): Promise<void> {
    if (!this.child || hasEnded(this.child)) return;
    const ended = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await ended;
  }

  /** Starts it again at its port, after `kill`. @returns once the database answers through it. */
  async launch(): Promise<void> {
    const stdio = ['ignore', 'ignore', 'pipe'] as const;
    const child = spawn(PROGRAM!, [this.file], { ...this.owner, cwd: '/', stdio: [...stdio] });
    this.guard.watch(child.pid);
    child.stderr.on('data', (chunk) => (this.said += String(chunk)));
    child.once('exit', () => this.guard.watch());
    this.child = child;
    while (!(await this.answers())) {
      if (hasEnded(child)) throw new Error(`PgBouncer did not start: ${this.said}`);
      await wait(PAUSE_MS);
    }
  }

  /** By SIGKILL: some releases wait for clients on other signals. */
  async stop(): Promise<void> {
    await this.kill();
    await this.guard.dismiss();
  }

  private async answers(): Promise<boolean> {
    return queryPostgres(this.url, 'SELECT 1').then(
      () => true,
      () => false,
    );
  }
}
