import { once } from 'node:events';
import { type IncomingHttpHeaders, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

type Answer = (response: ServerResponse) => void;

/** A web server on loopback with client ID metadata documents. */
export class DocumentServer {
  /** Fetched paths, in order. */
  readonly fetched: string[] = [];
  lastHeaders: IncomingHttpHeaders = {};
  private readonly answers = new Map<string, Answer>();

  url = '';

  private readonly server = createServer((request, response) => {
    this.fetched.push(request.url ?? '');
    this.lastHeaders = request.headers;
    const answer = this.answers.get(request.url ?? '');
    if (answer === undefined) response.writeHead(404).end();
    else answer(response);
  });

  static start = () => new DocumentServer().start();

  async start(): Promise<this> {
    await once(this.server.listen(0, '127.0.0.1'), 'listening');
    this.url = `http://localhost:${(this.server.address() as AddressInfo).port}`;
    return this;
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  timesFetched(path: string): number {
    return this.fetched.filter((one) => one === path).length;
  }

  /** Answers a path by a handler. */
  answer(path: string, answer: Answer): string {
    this.answers.set(path, answer);
    return this.url + path;
  }

  /** Serves a document. @returns its URL, which is the `client_id`. */
  serve(path: string, metadata: object = {}, headers: Record<string, string> = {}): string {
    const client_id = this.url + path;
    const document = {
      client_id,
      client_name: 'Documented',
      redirect_uris: ['https://app.example.com/callback'],
      ...metadata,
    };
    return this.answer(path, (response) =>
      response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(document)),
    );
  }
}
