import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, closeSync, existsSync, openSync } from 'node:fs';
import type { Environment } from './config/demo-settings';
import { DemoError } from './demo-error';

export interface ServicePlan {
  name: string;
  /** The built entry file. */
  main: string;
  /** Answers 200 once it is ready. */
  probe: string;
  env: Environment;
  logFile: string;
}

const READY_WITHIN_MS = 30_000;
const STOP_WITHIN_MS = 15_000;

/** A service as a child process; its output goes to its log file. */
export class ChildService {
  /** Settles when the process has ended, with the reason. */
  readonly ended: Promise<string>;
  private readonly child: ChildProcess;
  private errorOutput = '';
  private isRunning = true;

  constructor(private readonly plan: ServicePlan) {
    if (!existsSync(plan.main)) throw new DemoError(`${plan.name} is not built yet: run npm run build`);
    const log = openSync(plan.logFile, 'a', 0o600);
    // Detached: otherwise Ctrl-C in a terminal stops the services directly, before the demo does.
    this.child = spawn(process.execPath, [plan.main], {
      env: { ...plan.env },
      detached: true,
      stdio: ['ignore', log, 'pipe'],
    });
    closeSync(log);
    this.child.stderr?.on('data', (chunk: Buffer) => this.keepErrorOutput(chunk));
    this.ended = this.waitForEnd();
    process.once('exit', () => this.isRunning && this.child.kill());
  }

  /** @throws DemoError with the service's error output if it ends instead. */
  async ready(): Promise<void> {
    let ended: string | undefined;
    void this.ended.then((why) => (ended = why));
    for (let waited = 0; waited < READY_WITHIN_MS; waited += 100) {
      if (ended !== undefined) throw new DemoError(this.errorOutput.trim() || ended);
      const response = await fetch(this.plan.probe).catch(() => undefined);
      if (response?.status === 200) return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new DemoError(`${this.plan.name} is not ready after 30 s; see ${this.plan.logFile}`);
  }

  async stop(): Promise<void> {
    if (!this.isRunning) return;
    this.child.kill('SIGTERM');
    const timer = setTimeout(() => this.child.kill('SIGKILL'), STOP_WITHIN_MS);
    await this.ended;
    clearTimeout(timer);
  }

  private keepErrorOutput(chunk: Buffer): void {
    appendFileSync(this.plan.logFile, chunk);
    this.errorOutput = (this.errorOutput + chunk.toString()).slice(-2_000);
  }

  private async waitForEnd(): Promise<string> {
    const how = await endOf(this.child);
    this.isRunning = false;
    return `${this.plan.name} ${how}; see ${this.plan.logFile}`;
  }
}

async function endOf(child: ChildProcess): Promise<string> {
  try {
    const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
    return `ended with ${signal ?? `exit code ${code}`}`;
  } catch (error) {
    return `cannot be run: ${(error as Error).message}`;
  }
}
