import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port';

const MAIN = join(__dirname, '../../dist/main.js');

type Env = Record<string, string>;

const folders: string[] = [];
const running = new Set<DemoProcess>();
afterAll(async () => {
  for (const demo of running) await demo.stop();
  folders.forEach((folder) => rmSync(folder, { recursive: true, force: true }));
});

export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'demo-'));
  folders.push(folder);
  return folder;
}

/** The services, the callback page and the application with its own login on free ports of this machine. */
export async function freeUrls(): Promise<Env> {
  const [auth, base, callback, app] = [await freePort(), await freePort(), await freePort(), await freePort()];
  return {
    AUTH_URL: `http://localhost:${auth}`,
    BASE_URL: `http://localhost:${base}`,
    CALLBACK_URL: `http://localhost:${callback}/callback`,
    APP_URL: `http://localhost:${app}`,
  };
}

/** `node apps/demo/dist/main.js --data <folder>` as a user runs it. */
export class DemoProcess {
  stdout = '';
  stderr = '';
  private readonly child: ChildProcess;

  private constructor(env: Env, args: string[]) {
    const { PATH = '' } = process.env;
    this.child = spawn(process.execPath, [MAIN, ...args], { env: { PATH, ...env }, cwd: tmpdir() });
    this.child.stdout?.on('data', (chunk: Buffer) => (this.stdout += chunk.toString()));
    this.child.stderr?.on('data', (chunk: Buffer) => (this.stderr += chunk.toString()));
    running.add(this);
    this.child.once('close', () => running.delete(this));
  }

  static spawn(env: Env, ...args: string[]): DemoProcess {
    return new DemoProcess(env, args);
  }

  /** A demo that has printed its addresses. */
  static async start(env: Env, folder: string, ...more: string[]): Promise<DemoProcess> {
    const demo = DemoProcess.spawn(env, '--data', folder, ...more);
    while (!demo.stdout.includes('to begin again') || !demo.stdout.endsWith('\n')) {
      if (demo.child.exitCode !== null) throw new Error(`The demo ended: ${demo.stderr}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return demo;
  }

  /** The path of the transcript that the demo names. */
  get transcriptFile(): string {
    return /sh (\/.*transcript\.sh)$/m.exec(this.stdout)?.[1] ?? '';
  }

  /** The lines of that file. */
  get transcript(): string[] {
    return readFileSync(this.transcriptFile, 'utf8').trimEnd().split('\n');
  }

  /** The process ids of the services, by the name of their app. */
  get services(): Map<string, number> {
    const rows = execFileSync('ps', ['-A', '-ww', '-o', 'ppid=,pid=,args=']).toString().split('\n');
    const own = rows.map((row) => row.trim().split(/\s+/)).filter(([parent]) => parent === String(this.child.pid));
    return new Map(
      own.map(([, pid, ...args]) => [/(?:apps|examples)\/([\w-]+)\/dist/.exec(args.join(' '))?.[1] ?? '', Number(pid)]),
    );
  }

  async exitCode(): Promise<number | null> {
    if (this.child.exitCode === null && this.child.signalCode === null) await once(this.child, 'close');
    return this.child.exitCode;
  }

  async stop(signal: NodeJS.Signals = 'SIGINT'): Promise<number | null> {
    this.child.kill(signal);
    return this.exitCode();
  }
}
