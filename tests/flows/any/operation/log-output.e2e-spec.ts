import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants, openSync, readFileSync, readSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { MAIN, freshDir, settle } from '@consentry/test-support/server/server';
import { call } from '@consentry/test-support/world/world';

/** Their lines are more than what waits for a reader. */
const CALLS = 20_000;
const CALLERS = 16;
/** Its line is dropped too. */
const READINESS = 1;

/** Most lines in 2 MB of memory and 64 KB of the pipe: the shortest has 150 bytes. */
const MOST_KEPT = (2 * 1024 ** 2 + 64 * 1024) / 150;

/** Most milliseconds until a server has ended: more than its own bound. */
const STOPPED = 5_000;

const PATH = '/health/live';

interface Line {
  msg: string;
  path?: string;
  dropped?: number;
}

const running: ChildProcess[] = [];
afterEach(() => running.splice(0).forEach((child) => child.kill('SIGKILL')));

/** Starts a server that logs into a file descriptor, which is closed here. */
async function startOn(stdout: number, own: Record<string, string> = {}) {
  const { env, url } = await settle({ env: own });
  const child = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', stdout, 'inherit'] });
  closeSync(stdout);
  running.push(child);
  while ((await statusOf(`${url}/health/ready`)) !== 200);
  return { child, url };
}

const statusOf = (url: string) =>
  call('GET', url).then(
    ({ status }) => status,
    () => undefined,
  );

/** @throws where an answer is not 200 */
async function callOften({ url }: { url: string }, count: number): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: CALLERS });
  const one = () =>
    new Promise<void>((resolve, reject) => {
      get(url + PATH, { agent }, (answer) =>
        answer.resume().on('end', () => (answer.statusCode === 200 ? resolve() : reject(new Error('not 200')))),
      ).on('error', reject);
    });
  const caller = async () => {
    for (let done = 0; done < count / CALLERS; done += 1) await one();
  };
  await Promise.all(Array.from({ length: CALLERS }, caller));
  agent.destroy();
}

/** Ends a server by SIGTERM. @returns its exit code, and whether it ended in time */
async function stop({ child }: { child: ChildProcess }) {
  const since = performance.now();
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const [exitCode] = (await ended) as [number | null];
  return { exitCode, isInTime: performance.now() - since < STOPPED };
}

const ENDED_WELL = { exitCode: 0, isInTime: true };

/** A pipe without a reader yet. */
function newPipe() {
  const path = join(freshDir(), 'log');
  execFileSync('mkfifo', [path]);
  const out = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  return { out, into: openSync(path, 'w') };
}

/** @returns a function that reads what there is, and returns all whole lines so far */
function readOf(pipe: number): () => Line[] {
  const lines: Line[] = [];
  let rest = '';
  const piece = Buffer.alloc(64 * 1024);
  const readMore = () => {
    try {
      return readSync(pipe, piece);
    } catch {
      return 0;
    }
  };
  return () => {
    for (let count = readMore(); count > 0; count = readMore()) rest += piece.toString('latin1', 0, count);
    const end = rest.lastIndexOf('\n') + 1;
    lines.push(...linesOf(rest.slice(0, end)));
    rest = rest.slice(end);
    return lines;
  };
}

const linesOf = (text: string) =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line);

const droppedIn = (lines: Line[]) =>
  lines.reduce((sum, { msg, dropped }) => sum + (msg.startsWith('lines were dropped') ? (dropped ?? 0) : 0), 0);

const requestsIn = (lines: Line[]) => lines.filter(({ path }) => path === PATH).length;

const onLinux = process.platform === 'linux' ? it : it.skip;

describe('a log that cannot be written', () => {
  it(`as its reader stands still: ${CALLS} calls and health are answered, and what was dropped is counted`, async () => {
    const pipe = newPipe();
    const server = await startOn(pipe.into);
    await callOften(server, CALLS);
    expect(await statusOf(`${server.url}/health/ready`)).toBe(200);

    const read = readOf(pipe.out);
    while (droppedIn(read()) === 0) await pause(20);
    expect(requestsIn(read())).toBeLessThan(MOST_KEPT);
    expect(requestsIn(read()) + droppedIn(read())).toBe(CALLS + READINESS);
    await callOften(server, CALLERS);
    while (requestsIn(read()) + droppedIn(read()) < CALLS + READINESS + CALLERS) await pause(20);
    expect(await stop(server)).toEqual(ENDED_WELL);
    closeSync(pipe.out);
  }, 120_000);

  it('as its reader stands still: the server stops as before', async () => {
    const pipe = newPipe();
    const server = await startOn(pipe.into);
    await callOften(server, CALLERS * 50);
    expect(await stop(server)).toEqual(ENDED_WELL);
    closeSync(pipe.out);
  });

  it('as its reader is gone: calls are answered, and the server stops as before', async () => {
    const pipe = newPipe();
    const server = await startOn(pipe.into);
    closeSync(pipe.out);
    await callOften(server, CALLERS * 10);
    expect(await stop(server)).toEqual(ENDED_WELL);
  });

  onLinux('as the disk is full: calls are answered, and the server stops as before', async () => {
    const server = await startOn(openSync('/dev/full', 'w'));
    await callOften(server, CALLERS * 10);
    expect(await stop(server)).toEqual(ENDED_WELL);
  });

  onLinux(
    'as the disk was full: it goes on where it was, and says how many lines are missing',
    async () => {
      const file = join(freshDir(), 'log');
      const server = await startOn(openSync(file, 'w'));
      const limit = (bytes: string) => execFileSync('prlimit', ['--pid', String(server.child.pid), `--fsize=${bytes}`]);
      limit('4096:unlimited');
      await callOften(server, CALLS);
      limit('unlimited:unlimited');
      await callOften(server, CALLERS);
      expect(await stop(server)).toEqual(ENDED_WELL);
      const lines = linesOf(readFileSync(file, 'utf8'));
      expect(droppedIn(lines)).toBeGreaterThan(0);
      // The limit holds for the database too: lines of background jobs may be among them.
      expect(requestsIn(lines) + droppedIn(lines)).toBeGreaterThanOrEqual(CALLS + CALLERS);
    },
    120_000,
  );
});
