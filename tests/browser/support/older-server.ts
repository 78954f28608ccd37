import { type Server, createServer, request } from 'node:http';
import { once } from 'node:events';
import { freePort } from '@consentry/test-support/server/ports';

/** A proxy before a server, behind which some routes are as in a version that does not have them yet. */
export class OlderServer {
  url!: string;
  /** The port of the server. */
  port!: number;
  /** Paths that GET does not find. */
  missing: RegExp[] = [];
  /** Bodies in the place of the server's, by path. */
  instead: Readonly<Record<string, object>> = {};

  private readonly proxy: Server = createServer((incoming, outgoing) => {
    const { method, url: path = '', headers } = incoming;
    if (method === 'GET' && this.missing.some((pattern) => pattern.test(path))) {
      const problem = { type: 'about:blank', title: 'Not Found', status: 404, detail: 'not found' };
      outgoing.writeHead(404, { 'content-type': 'application/problem+json' }).end(JSON.stringify(problem));
      return;
    }
    if (path in this.instead) {
      outgoing.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(this.instead[path]));
      return;
    }
    const passed = request({ port: this.port, method, path, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(outgoing);
    });
    passed.on('error', () => outgoing.destroy());
    incoming.pipe(passed);
  });

  async start(): Promise<void> {
    this.proxy.listen(await freePort(), 'localhost');
    await once(this.proxy, 'listening');
    this.url = `http://localhost:${(this.proxy.address() as { port: number }).port}`;
  }

  async stop(): Promise<void> {
    this.proxy.close();
    this.proxy.closeAllConnections();
    await once(this.proxy, 'close');
  }
}
