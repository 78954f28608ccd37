import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import {
  type IncomingHttpHeaders,
  type RequestListener,
  type Server,
  createServer,
  request as httpRequest,
} from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { TlsOptions } from 'node:tls';
import { freshDir } from '../server/server';

/** A real server's answer on its way to the caller. */
export interface PassedAnswer {
  /** Path and query of the request. */
  readonly path: string;
  readonly request: IncomingHttpHeaders;
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

export type Change = (answer: PassedAnswer) => void;

/** Stands before a real server, and changes what it answers. */
export class ChangingProxy {
  change: Change = () => undefined;

  private constructor(
    private readonly server: Server,
    readonly port: number,
  ) {}

  /** @param upstream the server's port. */
  static async before(upstream: number, tls?: TlsOptions): Promise<ChangingProxy> {
    const pass: RequestListener = (call, reply) => {
      const options = { host: '127.0.0.1', port: upstream, method: call.method, path: call.url, agent: false };
      const onward = httpRequest({ ...options, headers: call.headers });
      onward.on('error', () => reply.writeHead(502).end());
      onward.on('response', (answer) => {
        const { statusCode: status = 0, headers } = answer;
        const give = (body: string) => {
          const passed = { path: call.url ?? '', request: call.headers, status, headers, body };
          proxy.change(passed);
          delete passed.headers['content-length'];
          reply.writeHead(passed.status, passed.headers).end(passed.body);
        };
        text(answer).then(give, () => reply.destroy());
      });
      call.pipe(onward);
    };
    const server = tls === undefined ? createServer(pass) : createTlsServer(tls, pass);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const proxy = new ChangingProxy(server, (server.address() as AddressInfo).port);
    return proxy;
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}

/** Changes the JSON of one path. */
export const inJson =
  (path: string, change: Record<string, unknown>): Change =>
  (answer) => {
    if (answer.path.split('?')[0] !== path) return;
    // `undefined` removes a member.
    answer.body = JSON.stringify({ ...(JSON.parse(answer.body) as object), ...change });
  };

/** A self-signed certificate. */
export function selfSigned(host: string, days: number): { key: Buffer; cert: Buffer; file: string } {
  const folder = freshDir();
  const [key, file] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const subject = ['-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`];
  const made = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', key, '-out', file];
  execFileSync('openssl', ['req', '-x509', ...made, '-days', String(days), ...subject], { stdio: 'pipe' });
  return { key: readFileSync(key), cert: readFileSync(file), file };
}
