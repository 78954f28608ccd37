import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { hasEnded } from './has-ended';
import { freshDir } from './server';
import { freePort } from './ports';

const NOTES_API = join(__dirname, '../../../apps/notes-api/dist/main.js');

/** The audience of the notes service, unless its settings say otherwise. */
const NOTES = 'http://localhost:3001';

/** The notes service as it is built, behind @consentry/guard, in its own process. */
export class GuardedService {
  output = '';

  private constructor(
    private readonly child: ChildProcess,
    readonly url: string,
  ) {
    for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (chunk) => (this.output += String(chunk)));
  }

  /** Settles when it answers. @param issuer the auth server. @param audience its own URL. */
  static async start(
    issuer: string,
    audience = NOTES,
    {
      env: more = {},
      execArgv = [],
      port: given,
    }: { env?: Record<string, string>; execArgv?: string[]; port?: number } = {},
  ): Promise<GuardedService> {
    const port = given ?? (await freePort());
    const env = { AUTH_URL: issuer, BASE_URL: audience, PORT: String(port), DATA_DIR: freshDir(), ...more };
    const parameters = [...execArgv, NOTES_API];
    const child = spawn(process.execPath, parameters, { env: { PATH: process.env['PATH'] ?? '', ...env } });
    const service = new GuardedService(child, `http://127.0.0.1:${port}`);
    while (!(await service.answers())) {
      if (child.exitCode !== null) throw new Error(`the service did not start: ${service.output}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return service;
  }

  /** Whether its guard accepts a token; its scope may be too narrow for the call. */
  async accepts(token: string): Promise<boolean> {
    const { status } = await fetch(`${this.url}/notes`, { headers: { authorization: `Bearer ${token}` } });
    if (![200, 401, 403].includes(status)) throw new Error(`the service answered ${status}: ${this.output}`);
    return status !== 401;
  }

  async stop(): Promise<void> {
    const ended = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    if (!hasEnded(this.child)) await ended;
  }

  private answers(): Promise<boolean> {
    return fetch(`${this.url}/health/live`).then(
      ({ ok }) => ok,
      () => false,
    );
  }
}
