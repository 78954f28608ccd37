import { once } from 'node:events';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { type RequestListener, type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { gzipSync } from 'node:zlib';

const TYPES: Record<string, string> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
};

/** A folder over HTTP, compressed, as any web server would serve it. */
export class StaticSite {
  /** Bytes of bodies sent since the test last set it to 0. */
  sent = 0;

  private constructor(
    private readonly http: Server,
    readonly url: string,
  ) {}

  static async serve(folder: string): Promise<StaticSite> {
    const answer: RequestListener = ({ url = '/' }, response) => {
      const path = join(folder, normalize(decodeURI(url.split('?')[0]!)));
      const file = [join(path, 'index.html'), path].find((each) => existsSync(each) && statSync(each).isFile());
      const body = gzipSync(readFileSync(file ?? join(folder, '404.html')));
      site.sent += body.length;
      const type = TYPES[file === undefined ? '.html' : extname(file)] ?? 'application/octet-stream';
      response
        .writeHead(file === undefined ? 404 : 200, { 'content-type': type, 'content-encoding': 'gzip' })
        .end(body);
    };
    const http = createServer(answer).listen(0, '127.0.0.1');
    await once(http, 'listening');
    const site = new StaticSite(http, `http://127.0.0.1:${(http.address() as AddressInfo).port}`);
    return site;
  }

  stop(): void {
    this.http.closeAllConnections();
    this.http.close();
  }
}
