import { spawn } from 'node:child_process';
import { existsSync, openSync, closeSync } from 'node:fs';
import { availableParallelism } from 'node:os';

const TASKSET = '/usr/bin/taskset';
const children = new Set();

const killAll = () => {
  for (const child of children) child.kill('SIGKILL');
};
process.once('exit', killAll);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  // The run fails without its children and cleans up; a second signal ends it at once.
  process.once(signal, () => {
    process.exitCode = 1;
    killAll();
  });

/** Whether servers and load can have a core each. */
export const canPin = existsSync(TASKSET) && availableParallelism() > 1;

/**
 * Starts `node <file>` on one core; it ends with this process at the latest.
 *
 * @param stdio as of `spawn`, or a file name for standard output and error.
 */
export function startNode(args, { core, env, stdio }) {
  const log = typeof stdio === 'string' ? openSync(stdio, 'a') : null;
  const options = { env, stdio: log === null ? stdio : ['ignore', log, log] };
  const child = canPin
    ? spawn(TASKSET, ['-c', String(core), process.execPath, ...args], options)
    : spawn(process.execPath, args, options);
  if (log !== null) closeSync(log);
  children.add(child);
  child.once('exit', () => children.delete(child));
  return child;
}

export const hasEnded = ({ exitCode, signalCode }) => exitCode !== null || signalCode !== null;

/** SIGTERM, then SIGKILL. */
export async function stopChild(child) {
  if (hasEnded(child)) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const patience = setTimeout(() => child.kill('SIGKILL'), 10_000);
  await ended;
  clearTimeout(patience);
}
