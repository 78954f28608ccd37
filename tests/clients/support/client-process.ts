import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { ClientOptions } from '@consentry/client';
import type { DataSourceOptions } from 'typeorm';
import { hasEnded } from '@consentry/test-support/server/has-ended';

const PROGRAM = join(__dirname, 'client-process.cjs');

interface Beginning {
  options: ClientOptions;
  database: DataSourceOptions;
  /** Milliseconds of its clock. */
  ahead: number;
}

/** A process of an application that uses @consentry/client, as it is built. */
export class ClientProcess {
  private constructor(private readonly child: ChildProcess) {}

  static async start(begin: Beginning): Promise<ClientProcess> {
    const child = fork(PROGRAM, { env: { PATH: process.env['PATH'] ?? '' } });
    const begun = Promise.race([
      once(child, 'message'),
      once(child, 'exit').then(() => Promise.reject(new Error('the process did not start'))),
    ]);
    child.send({ begin });
    await begun;
    return new ClientProcess(child);
  }

  /** Calls so often at once. @returns a status, or an error's name, each. */
  async call(count: number, url: string, person: string): Promise<(number | string)[]> {
    const answered = once(this.child, 'message');
    this.child.send({ count, url, person });
    const [{ outcomes }] = (await answered) as [{ outcomes: (number | string)[] }];
    return outcomes;
  }

  async kill(): Promise<void> {
    const ended = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    if (!hasEnded(this.child)) await ended;
  }
}
