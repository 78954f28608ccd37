import cluster, { type Worker } from 'node:cluster';
import type { Logger } from 'pino';
import type { Settings } from './config/settings';
import { explainFailure } from './explain-failure';
import { Handover } from './http/handover';
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
  private failure: unknown;
  private readonly handover: Handover;

  constructor(
    private readonly settings: Settings,
    private readonly logger: Logger,
  ) {
    this.handover = new Handover(settings, logger);
  }

  async run(): Promise<void> {
    const stop = () => this.stop();
    // Told again it goes on: it must not end before its workers, whose requests would end with it.
    process.on('SIGTERM', stop).on('SIGINT', stop);
    const { workers, issuer, host, port } = this.settings;
    // The first one alone: it migrates and makes what is missing, and says what is wrong once and not in chorus.
    await this.begin();
    if (this.stopping) return;
    await Promise.all(Array.from({ length: workers - 1 }, () => this.begin()));
    this.ready = true;
    if (!this.stopping) this.logger.info({ issuer, host, port, workers }, 'auth server is ready');
  }

  /** Settles when the worker takes connections. */
  private async begin(): Promise<void> {
    const worker = cluster.fork();
    worker.once('exit', (code, signal) => this.lose(worker, code, signal));
    await this.handover.add(worker).catch((error: unknown) => this.fail(error));
    if (this.ready && !this.stopping) this.logger.info({ pid: worker.process.pid }, 'a new worker is ready');
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
    void this.handover.stop();
    // Who is only about to start has taken nothing.
    for (const worker of workers()) if (!this.handover.has(worker)) worker.process.kill('SIGTERM');
    this.end();
  }

  private fail(failure?: unknown): void {
    process.exitCode = 1;
    this.failure = failure;
    this.stop();
  }

  /** Once no worker is left. */
  private end(): void {
    if (workers().length > 0) return;
    if (this.failure !== undefined) explainFailure(this.failure);
    process.exit();
  }
}

const workers = () =>
  Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined && !worker.isDead()) as Worker[];
