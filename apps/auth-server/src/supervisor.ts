import cluster, { type Worker } from 'node:cluster';
import type { Logger } from 'pino';
import { systemClock } from './config/clock';
import type { Settings } from './config/settings';
import { StartError } from './config/settings-error';
import { explainFailure } from './explain-failure';
import { Handover, LEAVE } from './http/server/handover';
import { newLogger } from './http/server/logger';
import { RefusalLog } from './http/server/refusal-log';

/** Before a worker that ended is replaced, in milliseconds: one that cannot live must not keep a core busy. */
const PAUSE = 1_000;

/** Within which a worker that was told to stop has done so, in milliseconds. systemd kills after 15 s, as documented. */
const PATIENCE = 12_000;

/** Runs several processes on one port. One that ends, or is told to, is replaced; told itself it ends them all. */
export async function supervise(settings: Settings, patience = PATIENCE): Promise<void> {
  await new Supervisor(settings, newLogger(), patience).run();
}

interface Loss {
  code: number | null;
  signal: string | null;
  /** Who ends as soon as the one that is lost, or the next in its place, is ready. */
  inPlaceOf: Worker | undefined;
}

class Supervisor {
  private ready = false;
  private stopping = false;
  private failure: unknown;
  private readonly handover: Handover;
  /** Who was told to end, and in whose place another one was begun. */
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

  /** It goes on until another one takes connections: nobody is to notice. */
  private replace(worker: Worker): void {
    if (this.stopping || this.leaving.has(worker)) return;
    this.leaving.add(worker);
    this.logger.info({ pid: worker.process.pid }, 'a worker was told to stop and is replaced');
    void this.begin(worker);
  }

  private lose(worker: Worker, { code, signal, inPlaceOf }: Loss): void {
    if (this.stopping) return this.end();
    // One that cannot start has said why; one that was killed could not.
    if (!this.ready) return this.fail(signal === null ? undefined : killedAtStart(signal));
    if (this.leaving.has(worker)) return;
    this.logger.error({ pid: worker.process.pid, code, signal }, 'a worker ended and is replaced');
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
      // Who is only about to start has taken nothing.
      if (!this.handover.has(worker)) worker.process.kill('SIGTERM');
    }
    this.end();
  }

  /** One that stands still would keep this process for ever, and a service from being started again. */
  private awaitEnd(worker: Worker): void {
    const kill = () => {
      if (worker.isDead()) return;
      this.logger.error({ pid: worker.process.pid }, 'a worker did not stop and was killed');
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

  /** Once no worker is left. */
  private end(): void {
    if (workers().length > 0) return;
    if (this.failure !== undefined) explainFailure(this.failure);
    process.exit();
  }
}

const killedAtStart = (signal: string) =>
  new StartError(`a worker was ended by ${signal} before all of them had started`);

const workers = () =>
  Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined && !worker.isDead()) as Worker[];
