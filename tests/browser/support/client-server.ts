import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer as createPlain } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { freshDir } from '@consentry/test-support/server/server';
import { within } from '@consentry/test-support/world/within';

/** What arrived at a client: the parameters of the response, from the query or the form. */
export interface Landing {
  method: string;
  host: string;
  path: string;
  parameters: Record<string, string>;
  referer: string | undefined;
}

/** How a client's server goes on once it has the response. */
type Onward = (response: ServerResponse) => void;

const show: Onward = (response) =>
  response
    .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    .end('<!doctype html><html lang="en"><title>Back</title><h1>Back at the client</h1>');

/** A client's web server, over TLS or not. */
export class Client {
  readonly landings: Landing[] = [];
  onward: Onward = show;

  private constructor(
    private readonly server: Server,
    readonly port: number,
  ) {}

  /** @param isTls with a certificate that no browser trusts. */
  static async listen(isTls: boolean, host = '127.0.0.1'): Promise<Client> {
    const answer = (request: IncomingMessage, response: ServerResponse) => void client.answer(request, response);
    const server = isTls ? createServer(certificate(), answer) : createPlain(answer);
    await once(server.listen(0, host), 'listening');
    const client = new Client(server, (server.address() as AddressInfo).port);
    return client;
  }

  redirectTo(location: string, status = 302): void {
    this.onward = (response) => response.writeHead(status, { location }).end();
  }

  /** Waits for a landing. */
  async landed(): Promise<void> {
    if (this.landings.length === 0) await within(once(this.server, 'landed'), 'a landing');
  }

  /** Forgets what came. */
  reset(): void {
    this.landings.length = 0;
    this.onward = show;
  }

  async stop(): Promise<void> {
    if (!this.server.listening) return;
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', headers } = request;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const url = new URL(request.url ?? '/', `http://${headers.host ?? ''}`);
    if (url.pathname === '/favicon.ico') return void response.writeHead(204).end();
    const form = new URLSearchParams(Buffer.concat(chunks).toString());
    const parameters = Object.fromEntries([...url.searchParams, ...form]);
    this.landings.push({ method, host: headers.host ?? '', path: url.pathname, parameters, referer: headers.referer });
    this.server.emit('landed');
    if (url.pathname === '/end') return show(response);
    this.onward(response);
  }
}

function certificate(): { key: Buffer; cert: Buffer } {
  const folder = freshDir();
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
  execFileSync('openssl', ['req', ...kind, '-subj', '/CN=client', '-keyout', key, '-out', cert], { stdio: 'pipe' });
  return { key: readFileSync(key), cert: readFileSync(cert) };
}
