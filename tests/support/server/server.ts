import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { databaseSettingsOf, engine } from './engine';
import { hasEnded } from './has-ended';
import { migratedFile } from './migrated';
import { freePort } from './ports';
import { END, giveHost, isHost, takeHost } from './server-hosts';

export const MAIN = join(__dirname, '../../../apps/auth-server/dist/main.js');

type Env = Record<string, string>;

export interface ServerOptions {
  env?: Env;
  /** A data folder to share or reuse; default a fresh one with a migrated database. */
  dataDir?: string;
  port?: number;
  /** Whether its clock stands still from its start on. */
  isFrozen?: boolean;
}

/** A real auth server in its own process, on a free port of 127.0.0.1. */
export class TestServer {
  /** All servers of this test file, once for each start. */
  static readonly all: TestServer[] = [];
  /** What they wrote before they were started again. */
  static past = '';

  /** Kills servers of failed tests, which would keep the run from ending. */
  static killAll(): void {
    for (const server of TestServer.all) {
      if (!server.ended) server.child.kill('SIGKILL');
      // Hooks of a whole file run later, and may stop it again.
      server.ended = true;
    }
  }

  /** Its standard output and error. */
  output = '';

  /** Whether its process may run another server now. */
  private ended = false;

  // Set when it starts.
  readonly child!: ChildProcess;
  readonly url!: string;
  readonly port!: number;
  readonly dataDir!: string;

  static start = (options?: ServerOptions) => new TestServer().start(options);

  /** Starts a server with a movable clock, in a reused process: see `server-host.cjs`. */
  async start(options: ServerOptions = {}): Promise<this> {
    await this.begin(options);
    await this.ready();
    if (options.isFrozen) await this.freeze();
    return this;
  }

  /** The same, without waiting until it is ready. */
  async begin(options: ServerOptions): Promise<this> {
    const { env, ...place } = await settle(options);
    this.runIn(takeHost(), place);
    this.child.send({ start: env });
    return this;
  }

  /** Starts `dist/main.js` without waiting, for tests of starts and failures. */
  static async spawn(
    main = MAIN,
    options: ServerOptions = {},
    execArgv: string[] = [],
    execPath = process.execPath,
  ): Promise<TestServer> {
    const { env, ...place } = await settle(options);
    const child = fork(main, { env, execPath, execArgv, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
    return new TestServer().runIn(child, place);
  }

  private runIn(child: ChildProcess, place: { url: string; port: number; dataDir: string }): this {
    TestServer.past += this.output;
    Object.assign(this, { child, ...place, output: '', ended: false });
    TestServer.all.push(this);
    for (const stream of this.streams) stream.on('data', (chunk) => (this.output += String(chunk)));
    return this;
  }

  /** Stops it, and starts it on its data at its port. */
  async restart(env: Env = {}): Promise<void> {
    const { dataDir, port } = this;
    await this.stop();
    await this.start({ dataDir, port, env });
  }

  async ready(): Promise<void> {
    while (!this.output.includes('auth server is ready')) {
      if (hasEnded(this.child)) throw new Error(`did not start: ${this.output}`);
      await this.news();
    }
  }

  /** Waits for a text in its output, which may arrive later than an answer. @throws if the process ends without it */
  async logged(text: string | RegExp, from = 0): Promise<void> {
    const isSaid = (said: string) => (typeof text === 'string' ? said.includes(text) : text.test(said));
    while (!isSaid(this.output.slice(from))) {
      if (this.isSilent) throw new Error(`never said: ${String(text)}; ${this.output}`);
      await this.news();
    }
  }

  async advance(time: { ms?: number; seconds?: number; minutes?: number; days?: number }): Promise<void> {
    const { ms = 0, seconds = 0, minutes = 0, days = 0 } = time;
    await this.tell({ advance: ms + 1000 * (seconds + 60 * (minutes + 1440 * days)) });
  }

  /** Stops the server's clock: only `advance` moves it. @returns its time, in epoch milliseconds. */
  freeze = () => this.tell({ freeze: true });

  private async tell(message: { advance?: number; freeze?: boolean }): Promise<number> {
    const answered = once(this.child, 'message');
    this.child.send(message);
    const [{ advanced }] = (await answered) as [{ advanced: number }];
    return advanced;
  }

  /** @returns the exit code. */
  async stop(): Promise<number | null> {
    if (this.ended) return 0;
    if (!isHost(this.child) || hasEnded(this.child)) return this.end('SIGTERM');
    this.child.send({ stop: true });
    while (this.output.split(END).length <= this.streams.length) {
      if (hasEnded(this.child)) return this.exit();
      await this.news();
    }
    this.output = this.output.replaceAll(END, '');
    for (const stream of this.streams) stream.removeAllListeners('data');
    this.ended = true;
    giveHost(this.child);
    return 0;
  }

  /** Sends a signal. @returns the exit code. */
  async end(signal: NodeJS.Signals): Promise<number | null> {
    this.child.kill(signal);
    return this.exit();
  }

  /** Waits for the process to end, and for all its output. @returns the exit code. */
  async exit(): Promise<number | null> {
    while (!hasEnded(this.child) || !this.isSilent) await this.news();
    return this.child.exitCode;
  }

  private get streams(): Readable[] {
    return [this.child.stdout!, this.child.stderr!];
  }

  /** Whether all its output has arrived. */
  private get isSilent(): boolean {
    return this.streams.every(({ readableEnded, destroyed }) => readableEnded || destroyed);
  }

  /** Waits for more output, or for the end of the process. */
  private async news(): Promise<void> {
    const heard = new AbortController();
    const events = [...this.streams.map((stream) => [stream, 'data'] as const), [this.child, 'close'] as const];
    await Promise.race(events.map(([from, name]) => once(from, name, heard)));
    heard.abort();
  }
}

/** Fills in the defaults. */
export async function settle({ env = {}, dataDir: given, port }: ServerOptions) {
  const dataDir = given ?? (await migratedDir());
  const chosen = port ?? (await freePort());
  const url = env['AUTH_URL'] ?? `http://localhost:${chosen}`;
  const database = env['DATABASE_URL'] ? {} : await databaseSettingsOf(dataDir);
  const own = { PATH: process.env['PATH'] ?? '', AUTH_URL: url, PORT: String(chosen), DATA_DIR: dataDir };
  return { env: { ...own, ...database, ...env }, url, port: chosen, dataDir };
}

async function migratedDir(): Promise<string> {
  const dir = freshDir();
  if (engine === 'sqlite') await migratedFile(join(dir, 'auth.sqlite'));
  return dir;
}

/** Below a folder that the run removes. */
export const freshDir = () => mkdtempSync(join(process.env['CONSENTRY_TEST_DIR'] ?? tmpdir(), 'data-'));
