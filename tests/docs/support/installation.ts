import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { request } from 'node:https';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '@consentry/test-support/server/ports';
import { ROOT } from '@consentry/test-support/run/root';
import { blockOf } from '@consentry/test-support/docs/production-page';
import { TestServer, freshDir } from '@consentry/test-support/server/server';
import type { TlsProxy } from './tls-proxy';

/** The blocks that this test file ran. */
export const used = new Set<string>();

/** A block of the pages for operators, adapted for this test. */
export function block(name: string, replace: Record<string, string>): string {
  used.add(name);
  return blockOf(name, replace);
}

/** In the folder of the installation. */
export async function shell(script: string, env: Record<string, string>): Promise<string> {
  const path = process.env['PATH'] ?? '';
  const { stdout } = await promisify(execFile)('bash', ['--norc', '-euo', 'pipefail', '-c', script], {
    cwd: ROOT,
    env: { PATH: path, ...env },
  });
  return stdout;
}

/** Folders and files for everything the page names. */
export class Installation {
  readonly folder = freshDir();
  readonly dataDir = join(this.folder, 'data');
  readonly backups = join(this.folder, 'backups');
  readonly paths = {
    '/var/lib/consentry': this.dataDir,
    '/var/backups/consentry': this.backups,
    '/media/safe': join(this.folder, 'safe'),
    '/var/log/nginx': join(this.folder, 'log'),
    '/var/log/caddy': join(this.folder, 'caddy-log'),
  };

  constructor() {
    for (const name of Object.values(this.paths)) mkdirSync(name, { mode: 0o700 });
  }

  /** As the systemd unit does. */
  async start(environment: Record<string, string>, port?: number): Promise<TestServer> {
    const unit = block('unit', {});
    const [, flags, main] = /^ExecStart=\/usr\/bin\/node (--.+) (\S+)$/m.exec(unit)!;
    expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)![1])).toBeGreaterThan(8);
    // Systemd gives up after 5 starts within 10 seconds.
    expect(5 * Number(/^RestartSec=(\d+)$/m.exec(unit)![1])).toBeGreaterThan(10);
    const chosen = port ?? (await freePort());
    const env = { ...environment, PORT: String(chosen) };
    const server = await TestServer.spawn(
      join(ROOT, main!),
      { dataDir: this.dataDir, port: chosen, env },
      flags!.split(' '),
    );
    await server.ready();
    return server;
  }
}

export interface Seen {
  status: number | undefined;
  headers: IncomingHttpHeaders;
  body: Record<string, unknown>;
}

/** Calls through the proxy. */
export function callThrough(
  { port, certificate }: TlsProxy,
  method: string,
  path: string,
  { headers = {}, body, from }: { headers?: Record<string, string>; body?: object; from?: string } = {},
): Promise<Seen> {
  const host = 'auth.example.com';
  const json = body === undefined ? {} : { 'content-type': 'application/json' };
  return new Promise((resolve, reject) => {
    const sent = request({
      ...{ host: '127.0.0.1', port, servername: host, ca: readFileSync(certificate), method, path },
      ...(from && { localAddress: from }),
      ...{ agent: false, headers: { host, ...json, ...headers } },
    });
    sent.on('error', reject);
    sent.on('response', (answer) => {
      let text = '';
      answer.on('data', (chunk) => (text += String(chunk)));
      answer.on('end', () => resolve({ status: answer.statusCode, headers: answer.headers, body: bodyOf(text) }));
    });
    sent.end(body && JSON.stringify(body));
  });
}

/** nginx' own answers are HTML. */
const bodyOf = (text: string) => (text.startsWith('{') ? (JSON.parse(text) as Seen['body']) : {});
