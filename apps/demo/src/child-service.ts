import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, closeSync, existsSync, openSync } from 'node:fs';
import type { Environment } from './config/demo-settings';
import { DemoError } from './demo-error';

export interface ServicePlan {
  name: string;
  /** The built entry file. */
  main: string;
  url: string;
  env: Environment;
  logFile: string;
}

const READY_WITHIN_MS = 30_000;
const STOP_WITHIN_MS = 15_000;

/** One of the two services as a process of its own; what it prints goes to its log. */
export class ChildService {
  /** Settles when the process is gone, with how that came. */
  readonly ended: Promise<string>;
  private readonly child: ChildProcess;
  private lastWords = '';
  private isRunning = true;

  constructor(private readonly plan: ServicePlan) {
    if (!existsSync(plan.main)) throw new DemoError(`${plan.name} is not built yet: run npm run build`);
    const log = openSync(plan.logFile, 'a', 0o600);
    // Detached: Ctrl-C in a terminal would else reach the services besides us, and stop them before we say so.
    this.child = spawn(process.execPath, [plan.main], {
      env: { ...plan.env },
      detached: true,
      stdio: ['ignore', log, 'pipe'],
    });
    closeSync(log);
    this.child.stderr?.on('data', (chunk: Buffer) => this.hear(chunk));
    this.ended = this.waitForEnd();
    process.once('exit', () => this.isRunning && this.child.kill());
  }

  /** @throws DemoError with the service's own words when it ends instead. */
  async ready(): Promise<void> {
    let ended: string | undefined;
    void this.ended.then((why) => (ended = why));
    for (let waited = 0; waited < READY_WITHIN_MS; waited += 100) {
      if (ended !== undefined) throw new DemoError(this.lastWords.trim() || ended);
      const response = await fetch(`${this.plan.url}/health/ready`).catch(() => undefined);
      if (response?.status === 200) return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new DemoError(`${this.plan.name} is not ready after 30 s; see ${this.plan.logFile}`);
  }

  async stop(): Promise<void> {
    if (!this.isRunning) return;
    this.child.kill('SIGTERM');
    const patience = setTimeout(() => this.child.kill('SIGKILL'), STOP_WITHIN_MS);
    await this.ended;
    clearTimeout(patience);
  }

  private hear(chunk: Buffer): void {
    appendFileSync(this.plan.logFile, chunk);
    this.lastWords = (this.lastWords + chunk.toString()).slice(-2_000);
  }

  private async waitForEnd(): Promise<string> {
    const how = await howItEnds(this.child);
    this.isRunning = false;
    return `${this.plan.name} ${how}; see ${this.plan.logFile}`;
  }
}

async function howItEnds(child: ChildProcess): Promise<string> {
  try {
    const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
    return `ended with ${signal ?? `exit code ${code}`}`;
  } catch (error) {
    return `cannot be run: ${(error as Error).message}`;
  }
}
