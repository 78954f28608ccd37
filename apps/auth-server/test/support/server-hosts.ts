import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

const HOST = join(__dirname, 'server-host.cjs');

/** Follows, on both its outputs, what a server wrote in a host that lives on. */
export const END = '\0';

/** Beyond these, each of 130 MB, a host ends with its server. */
const MOST_IDLE = 3;

/** Those that serve nobody; they outlive the test file: see `test-environment.ts`. */
const { idleHosts: idle = [] } = globalThis as { idleHosts?: ChildProcess[] };

export const isHost = ({ spawnargs }: ChildProcess) => spawnargs.includes(HOST);

/** @returns a process that serves nobody. */
export function takeHost(): ChildProcess {
  for (let host = idle.pop(); host; host = idle.pop()) {
    if (!host.connected) continue;
    for (const part of partsOf(host)) part?.ref();
    return host;
  }
  const env = { PATH: process.env['PATH'] ?? '' };
  return fork(HOST, { env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
}

/** Keeps a process, whose server has ended, for the next one. */
export function giveHost(host: ChildProcess): void {
  if (idle.length === MOST_IDLE) return void host.kill();
  for (const part of partsOf(host)) part?.unref();
  idle.push(host);
}

/** What keeps the tests' process waiting for a host. */
const partsOf = (host: ChildProcess) =>
  [host, host.channel, host.stdout, host.stderr] as (Pick<ChildProcess & Readable, 'ref' | 'unref'> | null)[];
