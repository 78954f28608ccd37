import { once } from 'node:events';
import { type RequestListener, type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Pages of somebody else, on another origin than the server's; each path answers the HTML that it was given. */
export class WebSite {
  /** Paths that were asked for, with their queries, and the Referer that came along. */
  readonly visits: { url: string; referer: string | undefined }[] = [];
  private readonly pages = new Map<string, string>();

  private constructor(
    private readonly http: Server,
    readonly url: string,
  ) {}

  static async listen(): Promise<WebSite> {
    const answer: RequestListener = ({ url = '/', headers }, response) => {
      site.visits.push({ url, referer: headers.referer });
      const html = site.pages.get(url.split('?')[0]!);
      response.writeHead(html === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' });
      response.end(html === undefined ? '' : `<!doctype html><html lang="en"><title>A page</title>${html}`);
    };
    const http = createServer(answer).listen(0, '127.0.0.1');
    await once(http, 'listening');
    const site = new WebSite(http, `http://127.0.0.1:${(http.address() as AddressInfo).port}`);
    return site;
  }

  /** @returns its address. */
  put(path: string, html: string): string {
    this.pages.set(path, html);
    return this.url + path;
  }

  stop(): void {
    this.http.closeAllConnections();
    this.http.close();
  }
}
