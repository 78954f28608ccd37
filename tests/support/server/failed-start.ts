import type { ChildProcess } from 'node:child_process';
import { type CommandRun, runIn, runProgram } from './command';
import { MAIN, type ServerOptions, settle } from './server';
import { takeHost } from './server-hosts';

/** Log lines of this level are no complaint. */
const INFO = '{"level":"info"';

/** Per test file: a failed start leaves handles open, which end with this process. */
let host: ChildProcess | undefined;
afterAll(() => host?.kill('SIGKILL'));

/** Expects a start to fail. @returns the complaints, line by line, without the page that the last one names. */
export async function failToStart(env: Record<string, string>, options: FailedStart = {}): Promise<string[]> {
  host ??= takeHost();
  const { env: settled } = await settle({ env, ...options });
  return complaintsOf(await runIn(host, MAIN, [], settled));
}

/** The same in its own process. */
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
  expect(lines.pop()).toMatch(/^consentry auth-server: see docs\/errors\/operators\/[\w-]+\.md$/);
  for (const line of lines) expect(line).toMatch(/^consentry auth-server: /);
  return lines.map((line) => line.replace('consentry auth-server: ', ''));
}
