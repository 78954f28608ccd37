import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { END, giveHost, takeHost } from './server-hosts';

export interface CommandRun {
  exitCode: number | null;
  stdout: string;
  stderr: string;
}

/** The last line of a refused start: the page about it. */
export const see = (page: string) => `see docs/errors/operators/${page}.md`;

export const CONSENTRY = join(__dirname, '../../../apps/auth-server/dist/commands/consentry.js');

/** Runs a command with an empty standard input. */
export const runCommand = (
  command: 'account' | 'backup' | 'move' | 'restore',
  given: readonly string[],
  env: Record<string, string>,
) => runHosted(CONSENTRY, [command, ...given], env);

/** Runs a program in its own process, with `input` on its standard input. */
export async function runProgram(
  file: string,
  given: readonly string[],
  env: Record<string, string>,
  input = '',
): Promise<CommandRun> {
  const child = spawn(process.execPath, [file, ...given], { env: { PATH: process.env['PATH'] ?? '', ...env } });
  child.stdin.on('error', () => undefined); // The command may have ended without reading it.
  child.stdin.end(input);
  const run = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => (run.stdout += String(chunk)));
  child.stderr.on('data', (chunk) => (run.stderr += String(chunk)));
  await once(child, 'close');
  return { exitCode: child.exitCode, ...run };
}

/** The same in a reused process (`server-host.cjs`): loading is most of a command's work. */
export async function runHosted(
  program: string,
  given: readonly string[],
  environment: Record<string, string>,
  input = '',
): Promise<CommandRun> {
  const host = takeHost();
  const run = await runIn(host, program, given, environment, input);
  giveHost(host);
  return run;
}

/** The same in the given process. */
export async function runIn(
  host: ChildProcess,
  program: string,
  given: readonly string[],
  environment: Record<string, string>,
  input = '',
): Promise<CommandRun> {
  const answered = once(host, 'message');
  const written = Promise.all([untilEnd(host.stdout!), untilEnd(host.stderr!)]);
  host.send({ program, given, environment: { PATH: process.env['PATH'] ?? '', ...environment }, input });
  const [{ exitCode }] = (await answered) as [{ exitCode: number }];
  const [stdout, stderr] = await written;
  return { exitCode, stdout, stderr };
}

async function untilEnd(stream: Readable): Promise<string> {
  let text = '';
  const hear = (chunk: unknown) => (text += String(chunk));
  stream.on('data', hear);
  while (!text.endsWith(END)) await once(stream, 'data');
  stream.off('data', hear);
  return text.slice(0, -END.length);
}

/** @returns the output of a successful command. @throws with its output otherwise. */
export async function runWell(...given: Parameters<typeof runCommand>): Promise<string> {
  const { exitCode, stdout, stderr } = await runCommand(...given);
  if (exitCode !== 0 || stderr !== '') throw new Error(`${given[0]}: ${exitCode} ${stderr}`);
  return stdout;
}
