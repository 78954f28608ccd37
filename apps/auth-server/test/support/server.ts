import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { databaseSettingsOf } from './engine';

const MAIN = join(__dirname, '../../dist/main.js');
const CLOCKED = join(__dirname, 'clocked-server.cjs');

type Env = Record<string, string>;

export interface ServerOptions {
  env?: Env;
  /** A data folder to share or to start again on; default a fresh one. */
  dataDir?: string;
  port?: number;
}

/** A real auth server process, on a free port of 127.0.0.1, with a clock that the test moves. */
export class TestServer {
  /** Every one that the tests of this file started. */
  static readonly all: TestServer[] = [];

  /** Ends what a failed test left behind: it would keep the run from ending. */
  static killAll(): void {
    for (const { child } of TestServer.all) child.kill('SIGKILL');
  }

  /** All it wrote to its standard output and error. */
  output = '';

  private constructor(
    readonly child: ChildProcess,
    readonly url: string,
    readonly port: number,
    readonly dataDir: string,
  ) {
    TestServer.all.push(this);
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (this.output += String(chunk)));
  }

  static async start({ env = {}, dataDir = freshDir(), port }: ServerOptions = {}): Promise<TestServer> {
    const server = await TestServer.spawn(CLOCKED, { env, dataDir, ...(port && { port }) });
    await server.ready();
    return server;
  }

  /** Starts `dist/main.js` itself and does not wait: for tests of how it starts and fails. */
  static async spawn(main = MAIN, { env = {}, dataDir = freshDir(), port }: ServerOptions = {}): Promise<TestServer> {
    const chosen = port ?? (await freePort());
    const url = env['AUTH_URL'] ?? `http://localhost:${chosen}`;
    const database = env['DATABASE_URL'] ? {} : await databaseSettingsOf(dataDir);
    const child = fork(main, {
      env: {
        PATH: process.env['PATH'] ?? '',
        AUTH_URL: url,
        PORT: String(chosen),
        DATA_DIR: dataDir,
        ...database,
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    return new TestServer(child, url, chosen, dataDir);
  }

  async ready(): Promise<void> {
    while (!this.output.includes('auth server is ready')) {
      if (this.child.exitCode !== null || this.child.signalCode !== null)
        throw new Error(`did not start: ${this.output}`);
      await Promise.race([once(this.child.stdout!, 'data'), once(this.child, 'close')]);
    }
  }

  /** Waits until its output holds a text: it comes by another way than the answers do. */
  async logged(text: string): Promise<void> {
    while (!this.output.includes(text)) await once(this.child.stdout!, 'data');
  }

  /** Moves the server's clock. */
  async advance(time: { ms?: number; seconds?: number; minutes?: number; days?: number }): Promise<void> {
    const { ms = 0, seconds = 0, minutes = 0, days = 0 } = time;
    await this.tell({ advance: ms + 1000 * (seconds + 60 * (minutes + 1440 * days)) });
  }

  /** Stops the server's clock: from now on it moves by `advance` alone. @returns its time, in epoch milliseconds. */
  freeze = () => this.tell({ freeze: true });

  private async tell(message: { advance?: number; freeze?: boolean }): Promise<number> {
    const answered = once(this.child, 'message');
    this.child.send(message);
    const [{ advanced }] = (await answered) as [{ advanced: number }];
    return advanced;
  }

  /** @returns the exit code. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    if (this.child.exitCode === null && this.child.signalCode === null) {
      const closed = once(this.child, 'close');
      this.child.kill(signal);
      await closed;
    }
    return this.child.exitCode;
  }

  /** Waits until it ends by itself. @returns the exit code. */
  async exit(): Promise<number | null> {
    if (this.child.exitCode === null && this.child.signalCode === null) await once(this.child, 'close');
    return this.child.exitCode;
  }
}

/** Below a folder that goes with the run. */
export const freshDir = () => mkdtempSync(join(process.env['CONSENTRY_TEST_DIR'] ?? tmpdir(), 'data-'));

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  probe.close();
  await once(probe, 'close');
  return port;
}
