import cluster, { type Worker } from 'node:cluster';
import type { Logger } from 'pino';
import { systemClock } from './platform/config/clock';
import type { Settings } from './platform/config/settings';
import { StartError } from './platform/config/settings-error';
import { helpOn } from './platform/config/help-page';
import { explainFailure } from './explain-failure';
import { Handover, LEAVE } from './platform/http/server/handover';
import { newLogger } from './platform/http/server/logger';
import { RefusalLog } from './platform/http/server/refusal-log';

/** Milliseconds before a worker that ended is replaced: one that ends at once must not keep a core busy. */
const PAUSE = 1_000;

/** Milliseconds for a worker to stop. systemd kills after 15 s, as documented. */
const STOP_LIMIT = 12_000;

/** Runs several processes on one port. Replaces a worker that ended or got SIGTERM; at its own signal stops all. */
export async function supervise(settings: Settings, patience = STOP_LIMIT): Promise<void> {
  await new Supervisor(settings, newLogger(), patience).run();
}

interface Loss {
  code: number | null;
  signal: string | null;
  /** The worker to dismiss once the lost one, or its replacement, is ready. */
  inPlaceOf: Worker | undefined;
}

class Supervisor {
  private ready = false;
  private stopping = false;
  private failure: unknown;
  private readonly handover: Handover;
  /** Workers that have a replacement. */
  private readonly leaving = new WeakSet<Worker>();

  constructor(
    private readonly settings: Settings,
    private readonly logger: Logger,
    private readonly patience: number,
  ) {
    this.handover = new Handover(settings, logger, new RefusalLog(systemClock, logger));
  }

  async run(): Promise<void> {
    const stop = () => this.stop();
    // Ignore repeated signals: the requests of the workers would end with this process.
    process.on('SIGTERM', stop).on('SIGINT', stop);
    const { workers, issuer, host, port } = this.settings;
    // The first worker alone migrates, creates keys, and reports what is wrong, once.
    await this.begin();
    if (this.stopping) return;
    await Promise.all(Array.from({ length: workers - 1 }, () => this.begin()));
    this.ready = true;
    if (!this.stopping) this.logger.info({ issuer, host, port, workers }, 'auth server is ready');
  }

  /** Settles when the worker accepts connections. */
  private async begin(inPlaceOf?: Worker): Promise<void> {
    const worker = cluster.fork();
    worker.once('exit', (code, signal) => this.lose(worker, { code, signal, inPlaceOf }));
    worker.on('message', (said) => {
      if (said === LEAVE) this.replace(worker);
    });
    await this.handover.add(worker).catch((error: unknown) => this.fail(error));
    if (this.stopping) return;
    if (this.ready) this.logger.info({ pid: worker.process.pid }, 'a new worker is ready');
    if (!inPlaceOf) return;
    this.handover.dismiss(inPlaceOf, LEAVE);
    this.awaitEnd(inPlaceOf);
  }

  /** The old worker serves until the new one accepts connections. */
  private replace(worker: Worker): void {
    if (this.stopping || this.leaving.has(worker)) return;
    this.leaving.add(worker);
    this.logger.info({ pid: worker.process.pid }, 'a worker was told to stop and is replaced');
    void this.begin(worker);
  }

  private lose(worker: Worker, { code, signal, inPlaceOf }: Loss): void {
    if (this.stopping) return this.end();
    // A worker that cannot start has reported why, unless it was killed.
    if (!this.ready) return this.fail(signal === null ? undefined : killedAtStart(signal));
    if (this.leaving.has(worker)) return;
    this.logger.error(
      { pid: worker.process.pid, code, signal, help: helpOn('worker-ended') },
      'a worker ended and is replaced',
    );
    setTimeout(() => {
      if (!this.stopping) void this.begin(inPlaceOf);
    }, PAUSE);
  }

  private stop(): void {
    if (this.stopping) return;
    this.stopping = true;
    void this.handover.stop();
    for (const worker of workers()) {
      this.awaitEnd(worker);
      // A worker that is still starting has no connection.
      if (!this.handover.has(worker)) worker.process.kill('SIGTERM');
    }
    this.end();
  }

  /** A stalled worker would keep this process, and its service from being restarted. */
  private awaitEnd(worker: Worker): void {
    const kill = () => {
      if (worker.isDead()) return;
      this.logger.error(
        { pid: worker.process.pid, help: helpOn('worker-ended') },
        'a worker did not stop and was killed',
      );
      if (this.stopping) process.exitCode = 1;
      worker.process.kill('SIGKILL');
    };
    setTimeout(kill, this.patience).unref();
  }

  private fail(failure?: unknown): void {
    process.exitCode = 1;
    this.failure = failure;
    this.stop();
  }

  private end(): void {
    if (workers().length > 0) return;
    if (this.failure !== undefined) explainFailure(this.failure);
    process.exit();
  }
}

const killedAtStart = (signal: string) =>
  new StartError(`a worker was ended by ${signal} before all of them had started`, { help: 'worker-killed-at-start' });

const workers = () =>
  Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined && !worker.isDead()) as Worker[];
