import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port';

const MAIN = join(__dirname, '../../dist/main.js');

type Env = Record<string, string>;

/** The built service in its own process. */
export class Service {
  private stdout = '';
  private stderr = '';

  private constructor(
    readonly env: Env,
    private readonly process: ChildProcess,
  ) {
    process.stdout?.setEncoding('utf8').on('data', (chunk: string) => (this.stdout += chunk));
    process.stderr?.setEncoding('utf8').on('data', (chunk: string) => (this.stderr += chunk));
  }

  /** Runs it with only these settings. */
  static spawn(env: Env, cwd = tmpdir()): Service {
    return new Service(env, spawn(process.execPath, [MAIN], { env, cwd, stdio: ['ignore', 'pipe', 'pipe'] }));
  }

  /** A ready service on a free port with a fresh folder. */
  static async start(env: Env = {}): Promise<Service> {
    const url = `http://localhost:${await freePort()}`;
    const service = Service.spawn({ BASE_URL: url, DATA_DIR: newFolder(), ...env });
    await service.ready();
    return service;
  }

  get url(): string {
    return this.env.BASE_URL ?? '';
  }

  get log(): string {
    return this.stdout;
  }

  async ready(): Promise<void> {
    for (let attempt = 0; attempt < 300; attempt++) {
      if (this.process.exitCode !== null) throw new Error(`The service ended: ${this.stderr}`);
      const response = await fetch(`${this.url}/health/ready`).catch(() => undefined);
      if (response?.status === 200) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(`The service is not ready: ${this.stderr}`);
  }

  async exited(): Promise<{ code: number | null; stderr: string }> {
    const isRunning = this.process.exitCode === null && this.process.signalCode === null;
    if (isRunning) await once(this.process, 'close');
    return { code: this.process.exitCode, stderr: this.stderr };
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<{ code: number | null; stderr: string }> {
    this.process.kill(signal);
    return this.exited();
  }

  /** Starts the stopped service again. */
  async restart(): Promise<Service> {
    const service = Service.spawn(this.env);
    await service.ready();
    return service;
  }
}

const folders: string[] = [];
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })));

/** A fresh folder, removed after the test file. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'notes-api-'));
  folders.push(folder);
  return folder;
}
