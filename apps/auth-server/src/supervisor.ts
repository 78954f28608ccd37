import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import type { Logger } from 'pino';
import type { Settings } from './config/settings';
import { newLogger } from './http/logger';

/** Before a worker that ended is replaced, in milliseconds: one that cannot live must not keep a core busy. */
const PAUSE = 1_000;

/** Runs several processes on one port. One that ends is replaced; SIGTERM and SIGINT end them all. */
export async function supervise(settings: Settings): Promise<void> {
  await new Supervisor(settings, newLogger()).run();
}

class Supervisor {
  private ready = false;
  private stopping = false;

  constructor(
    private readonly settings: Settings,
    private readonly logger: Logger,
  ) {}

  async run(): Promise<void> {
    const stop = () => this.stop();
    // Told again it goes on: it must not end before its workers, whose requests would end with it.
    process.on('SIGTERM', stop).on('SIGINT', stop);
    const { workers, issuer, host, port } = this.settings;
    // The first one alone: it migrates and makes what is missing, and says what is wrong once and not in chorus.
    await this.begin();
    await Promise.all(Array.from({ length: workers - 1 }, () => this.begin()));
    this.ready = true;
    if (!this.stopping) this.logger.info({ issuer, host, port, workers }, 'auth server is ready');
  }

  /** Settles when the worker accepts connections. */
  private async begin(): Promise<void> {
    const worker = cluster.fork();
    worker.once('exit', (code, signal) => this.lose(worker, code, signal));
    await once(worker, 'listening');
    if (this.stopping) worker.process.kill('SIGTERM');
    else if (this.ready) this.logger.info({ pid: worker.process.pid }, 'a new worker is ready');
  }

  private lose({ process: { pid } }: Worker, code: number | null, signal: string | null): void {
    if (this.stopping) return this.end();
    // Whoever cannot even start has said why.
    if (!this.ready) return this.fail();
    this.logger.error({ pid, code, signal }, 'a worker ended and is replaced');
    setTimeout(() => {
      if (!this.stopping) void this.begin();
    }, PAUSE);
  }

  private stop(): void {
    if (this.stopping) return;
    this.stopping = true;
    for (const worker of workers()) worker.process.kill('SIGTERM');
    this.end();
  }

  private fail(): void {
    process.exitCode = 1;
    this.stop();
  }

  /** Once no worker is left. */
  private end(): void {
    if (workers().length === 0) process.exit();
  }
}

const workers = () =>
  Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined && !worker.isDead()) as Worker[];
