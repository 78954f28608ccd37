import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { hasEnded } from '../server/has-ended';
import { copyPostgresFolder, type FolderOptions, makePostgresFolder, type PostgresFolder } from './folder';
import { freePort } from '../server/ports';
import { queryPostgres } from './query';

const LASTING = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'shared_buffers=32MB',
  'max_connections=200',
  // In the data folder: elsewhere a killed server would leave it behind.
  'dynamic_shared_memory_type=mmap',
];
const FLEETING = ['fsync=off', 'full_page_writes=off'];

/** Logged by a server that starts before a killed one's processes have ended. */
const LEAVING = 'pre-existing shared memory block';
const PATIENCE_TRIES = 100;
const PAUSE_MS = 10;

export interface ClusterOptions extends FolderOptions {
  port?: number;
  /** Whether it has a Unix socket too. */
  socket?: boolean;
}

/** A PostgreSQL server that tests may kill; it and its data end with the process that started it. */
export class PostgresCluster {
  /** As the superuser, to the database `postgres`. */
  readonly url: string;
  private server: ChildProcess | undefined;

  private constructor(
    private readonly folder: PostgresFolder,
    readonly port: number,
    private readonly settings: string[],
  ) {
    this.url = `postgres://${folder.login}@127.0.0.1:${port}/postgres`;
  }

  static async start({ port, socket, ...options }: ClusterOptions = {}): Promise<PostgresCluster> {
    const folder = await makePostgresFolder(options);
    const settings = [
      ...LASTING,
      ...(options.durable ? [] : FLEETING),
      ...(socket ? [`unix_socket_directories=${folder.path}`] : []),
    ];
    return PostgresCluster.launched(folder, port ?? (await freePort()), settings);
  }

  private static async launched(folder: PostgresFolder, port: number, settings: string[]): Promise<PostgresCluster> {
    const cluster = new PostgresCluster(folder, port, settings);
    try {
      await cluster.launch();
      return cluster;
    } catch (error) {
      await cluster.stop();
      throw error;
    }
  }

  /** Starts a hot standby on a copy of its data; for that it is stopped for a moment. */
  async startStandby(): Promise<PostgresCluster> {
    await this.stopFast();
    const copy = await copyPostgresFolder(this.folder);
    await this.restart();
    writeFileSync(join(copy.data, 'standby.signal'), '');
    const settings = [...this.settings, `primary_conninfo=${this.url}`];
    const standby = await PostgresCluster.launched(copy, await freePort(), settings);
    const receiving = "SELECT 1 FROM pg_stat_wal_receiver WHERE status = 'streaming'";
    while ((await queryPostgres(standby.url, receiving)).length === 0) await wait(PAUSE_MS);
    return standby;
  }

  /** Stops all processes, like a frozen machine, until the returned function is called. */
  freeze(): () => void {
    const pid = this.server!.pid!;
    const all = [pid, ...childrenOf(pid)];
    for (const each of all) process.kill(each, 'SIGSTOP');
    return () => all.forEach((each) => process.kill(each, 'SIGCONT'));
  }

  /** The same address by its Unix socket, as libpq writes it. */
  get socketUrl(): string {
    return `postgres://${this.folder.login}@:${this.port}/postgres?host=${this.folder.path}`;
  }

  /** The server's log so far. */
  get log(): string {
    return readFileSync(this.logFile, 'utf8');
  }

  /** Kills all processes, as the kernel does when memory is short. */
  async kill(): Promise<void> {
    const children = childrenOf(this.server?.pid);
    await this.end('SIGKILL');
    for (const child of children) killIfAlive(child);
  }

  /** Rolls back transactions and disconnects clients, as an operator's fast stop. */
  stopFast = () => this.end('SIGINT');

  /** Starts it on the same data and port, after `kill` or `stopFast`; a running server is stopped fast. */
  async restart(): Promise<void> {
    await this.stopFast();
    for (let tries = 1; ; tries += 1) {
      const before = this.log.length;
      try {
        return await this.launch();
      } catch (error) {
        if (tries === PATIENCE_TRIES || !this.log.slice(before).includes(LEAVING)) throw error;
        await wait(PAUSE_MS);
      }
    }
  }

  async stop(): Promise<void> {
    await this.stopFast();
    await this.folder.guard.dismiss();
  }

  private get logFile(): string {
    return join(this.folder.path, 'log');
  }

  private async launch(): Promise<void> {
    const before = existsSync(this.logFile) ? this.log.length : 0;
    const server = this.spawn();
    while (!(await this.answers())) {
      if (hasEnded(server)) throw new Error(`PostgreSQL did not start: ${this.log.slice(before)}`);
      await wait(PAUSE_MS);
    }
  }

  private spawn(): ChildProcess {
    const { bin, data, as, guard } = this.folder;
    const settings = this.settings.flatMap((setting) => ['-c', setting]);
    const log = openSync(this.logFile, 'a');
    const stdio = ['ignore', log, log] as const;
    const options = { ...as, detached: true, stdio: [...stdio] };
    const server = spawn(join(bin, 'postgres'), ['-D', data, '-p', String(this.port), ...settings], options);
    closeSync(log);
    guard.watch(server.pid);
    server.once('exit', () => guard.watch());
    server.unref();
    this.server = server;
    return server;
  }

  private async answers(): Promise<boolean> {
    return queryPostgres(this.url, 'SELECT 1').then(
      () => true,
      () => false,
    );
  }

  private async end(signal: NodeJS.Signals): Promise<void> {
    if (!this.server || hasEnded(this.server)) return;
    this.server.ref();
    const ended = once(this.server, 'exit');
    this.server.kill(signal);
    await ended;
  }
}

/** Backends do not end by themselves while they compute. Linux lists them; elsewhere there is `pgrep`. */
function childrenOf(pid: number | undefined): number[] {
  const file = `/proc/${pid}/task/${pid}/children`;
  const list = existsSync(file)
    ? readFileSync(file, 'utf8')
    : spawnSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' }).stdout;
  return (list?.match(/\d+/g) ?? []).map(Number);
}

function killIfAlive(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // Backends end by themselves when their parent is gone.
  }
}
