import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

const HOST = join(__dirname, 'server-host.cjs');

/** Follows a server's last output, on both streams. */
export const END = '\0';

/** Each takes 130 MB; further hosts end with their server. */
const MOST_IDLE = 3;

/** Idle hosts outlive the test file: see `test-environment.ts`. */
const { idleHosts: idle = [] } = globalThis as { idleHosts?: ChildProcess[] };

export const isHost = ({ spawnargs }: ChildProcess) => spawnargs.includes(HOST);

/** @returns an idle or a new process. */
export function takeHost(): ChildProcess {
  for (let host = idle.pop(); host; host = idle.pop()) {
    if (!host.connected) continue;
    for (const part of partsOf(host)) part?.ref();
    return host;
  }
  const env = { PATH: process.env['PATH'] ?? '' };
  return fork(HOST, { env, execArgv: ['--expose-gc'], stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
}

/** Keeps the process of a stopped server for the next one. */
export function giveHost(host: ChildProcess): void {
  if (idle.length === MOST_IDLE) return void host.kill();
  for (const part of partsOf(host)) part?.unref();
  idle.push(host);
}

/** The handles that keep the tests' process alive. */
const partsOf = (host: ChildProcess) =>
  [host, host.channel, host.stdout, host.stderr] as (Pick<ChildProcess & Readable, 'ref' | 'unref'> | null)[];
