import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { hasEnded } from '@consentry/test-support/server/has-ended';

const EXAMPLES = join(__dirname, '../../../examples');

/** What is started of an example, beside its `dist/main.js`. */
interface Started {
  env?: Record<string, string>;
  args?: string[];
  /** Arguments of Node itself. */
  execArgv?: string[];
}

/** An example as it is built, in a process of its own. */
export class ExampleProcess {
  output = '';

  private constructor(readonly child: ChildProcess) {
    for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (chunk) => (this.output += String(chunk)));
  }

  static spawn(name: string, { env, args = [], execArgv = [] }: Started = {}): ExampleProcess {
    const main = join(EXAMPLES, name, 'dist/main.js');
    const child = spawn(process.execPath, [...execArgv, main, ...args], {
      env: { PATH: process.env['PATH'] ?? '', ...env },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    return new ExampleProcess(child);
  }

  /** Settles once it listens. */
  static async serve(name: string, env: Record<string, string>): Promise<ExampleProcess> {
    const started = ExampleProcess.spawn(name, { env });
    await started.prints(/ listens on /);
    return started;
  }

  /** Waits for a text in its output. @throws if it ends without it */
  async prints(text: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const found = text.exec(this.output);
      if (found) return found;
      if (hasEnded(this.child)) throw new Error(`never printed ${String(text)}: ${this.output}`);
      const heard = new AbortController();
      const streams = [this.child.stdout!, this.child.stderr!];
      const events = [...streams.map((stream) => once(stream, 'data', heard)), once(this.child, 'close', heard)];
      await Promise.race(events);
      heard.abort();
    }
  }

  /** Waits for its end. @returns its exit code and all that it printed. */
  async ended(): Promise<{ code: number | null; output: string }> {
    if (!hasEnded(this.child)) await once(this.child, 'close');
    return { code: this.child.exitCode, output: this.output };
  }

  async stop(): Promise<void> {
    this.child.kill('SIGTERM');
    await this.ended();
  }
}
