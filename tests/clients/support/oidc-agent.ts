import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { runs } from '@consentry/test-support/run/installed';
import { freshDir } from '@consentry/test-support/server/server';

export const hasOidcAgent = runs('oidc-gen', '--version') && runs('oidc-token', '--version');

interface Ended {
  code: number | null;
  output: string;
}

/** oidc-agent with a home of its own, as a person runs it. */
export class OidcAgent {
  private constructor(
    private readonly daemon: ChildProcess,
    private readonly env: NodeJS.ProcessEnv,
  ) {}

  static async start(): Promise<OidcAgent> {
    const home = freshDir();
    const socket = join(home, 'agent');
    const env = { ...process.env, HOME: home, OIDC_SOCK: socket, OIDC_ENCRYPTION_PW: 'a-password' };
    const daemon = spawn('oidc-agent', ['--console', '-a', socket], { env, stdio: 'ignore' });
    while (!existsSync(socket)) {
      if (daemon.exitCode !== null) throw new Error(`oidc-agent ended with ${daemon.exitCode}`);
      await wait(20);
    }
    return new OidcAgent(daemon, env);
  }

  async stop(): Promise<void> {
    const ended = once(this.daemon, 'close');
    this.daemon.kill('SIGTERM');
    await ended;
  }

  /** oidc-gen: registers a client at the issuer, and gets its first tokens by a flow. */
  generate(name: string, issuer: string, ...options: string[]): Running {
    const fixed = ['--pw-env', '--confirm-default', '--prompt=none'];
    return new Running('oidc-gen', [name, '--iss', issuer, ...fixed, ...options], this.env);
  }

  /** oidc-token. @returns the access token. */
  async token(name: string, ...options: string[]): Promise<string> {
    const { code, output } = await new Running('oidc-token', [name, ...options], this.env).ended;
    if (code !== 0) throw new Error(output);
    return output.trim();
  }
}

export class Running {
  private output = '';
  private readonly child: ChildProcess;
  readonly ended: Promise<Ended>;

  constructor(command: string, parameters: string[], env: NodeJS.ProcessEnv) {
    this.child = spawn(command, parameters, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    const keep = (chunk: unknown) => (this.output += String(chunk));
    this.child.stdout?.on('data', keep);
    this.child.stderr?.on('data', keep);
    this.ended = once(this.child, 'close').then(([code]) => ({ code: code as number | null, output: this.output }));
  }

  /** Waits for a text. @returns its first group. */
  async says(pattern: RegExp): Promise<string> {
    for (;;) {
      const found = pattern.exec(this.output)?.[1];
      if (found !== undefined) return found;
      if (this.child.exitCode !== null) throw new Error(this.output);
      await wait(20);
    }
  }
}
