import type { ChildProcess } from 'node:child_process';
import { type CommandRun, runIn, runProgram } from './command';
import { MAIN, type ServerOptions, settle } from './server';
import { takeHost } from './server-hosts';

/** What the log says on the way is no complaint. */
const INFO = '{"level":"info"';

/** Of this file alone: what a start leaves open where it fails goes with it. */
let host: ChildProcess | undefined;
afterAll(() => host?.kill('SIGKILL'));

/** Starts the server where it must not start. @returns its complaints, line by line. */
export async function failToStart(env: Record<string, string>, options: FailedStart = {}): Promise<string[]> {
  host ??= takeHost();
  const { env: settled } = await settle({ env, ...options });
  return complaintsOf(await runIn(host, MAIN, [], settled));
}

/** The same in a process of its own. */
export async function failAlone(env: Record<string, string>, options: FailedStart = {}): Promise<string[]> {
  const { env: settled } = await settle({ env, ...options });
  return complaintsOf(await runProgram(MAIN, [], settled));
}

type FailedStart = Omit<ServerOptions, 'env'>;

function complaintsOf({ exitCode, stdout, stderr }: CommandRun): string[] {
  const output = stdout + stderr;
  expect(exitCode).toBe(1);
  expect(output).not.toMatch(/\n\s+at |node:internal|Error:/);
  const lines = output.split('\n').filter((line) => line !== '' && !line.startsWith(INFO));
  for (const line of lines) expect(line).toMatch(/^consentry auth-server: /);
  return lines.map((line) => line.replace('consentry auth-server: ', ''));
}
