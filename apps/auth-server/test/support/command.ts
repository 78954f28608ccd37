import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export interface CommandRun {
  exitCode: number | null;
  stdout: string;
  stderr: string;
}

/** Runs one of the commands of `dist`, with nothing on its standard input. */
export const runCommand = (command: 'backup' | 'restore', given: readonly string[], env: Record<string, string>) =>
  runProgram(join(__dirname, `../../dist/${command}.js`), given, env);

/** The same of any program of ours. */
export async function runProgram(
  file: string,
  given: readonly string[],
  env: Record<string, string>,
): Promise<CommandRun> {
  const child = spawn(process.execPath, [file, ...given], {
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const run = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => (run.stdout += String(chunk)));
  child.stderr.on('data', (chunk) => (run.stderr += String(chunk)));
  await once(child, 'close');
  return { exitCode: child.exitCode, ...run };
}

/** A command that is done, and what it printed. @throws with what it said where it failed. */
export async function runWell(...given: Parameters<typeof runCommand>): Promise<string> {
  const { exitCode, stdout, stderr } = await runCommand(...given);
  if (exitCode !== 0 || stderr !== '') throw new Error(`${given[0]}: ${exitCode} ${stderr}`);
  return stdout;
}
