import { once } from 'node:events';
import { type IncomingMessage, type Server, type ServerResponse, createServer, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { freePort } from '@consentry/test-support/server/ports';

/** Stands in front of a server, counts its refreshes, and loses answers to them. */
export class TokenGate {
  refreshes = 0;
  /** How many answers to refreshes are lost from now on, after the server gave them. */
  losing = 0;
  /** Whether a lost answer leaves its connection open, so that the client goes on waiting. */
  isSilent = false;
  private upstream = 0;

  private constructor(
    private readonly http: Server,
    private readonly port: number,
  ) {
    http.on('request', (call: IncomingMessage, reply: ServerResponse) => void this.pass(call, reply));
  }

  static async start(): Promise<TokenGate> {
    const port = await freePort();
    const http = createServer().listen(port, '127.0.0.1');
    await once(http, 'listening');
    return new TokenGate(http, port);
  }

  get url(): string {
    return `http://localhost:${this.port}`;
  }

  /** @param port the server's. */
  leadTo(port: number): void {
    this.upstream = port;
  }

  /** Counts anew. @returns how many there were. */
  count(): number {
    const { refreshes } = this;
    this.refreshes = 0;
    return refreshes;
  }

  /** Settles when an answer was lost. */
  async lost(): Promise<void> {
    await once(this.http, 'lost');
  }

  async stop(): Promise<void> {
    this.http.close();
    this.http.closeAllConnections();
    await once(this.http, 'close');
  }

  private async pass(call: IncomingMessage, reply: ServerResponse): Promise<void> {
    const body = await buffer(call);
    const isRefresh = body.includes('grant_type=refresh_token');
    if (isRefresh) this.refreshes += 1;
    const { method, url: path, headers } = call;
    const onward = request({ host: '127.0.0.1', port: this.upstream, method, path, headers, agent: false });
    onward.on('error', () => reply.destroy()).end(body);
    onward.on('response', (answer) => {
      if (isRefresh && this.losing > 0) return this.lose(answer, reply);
      reply.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      answer.pipe(reply);
    });
  }

  private lose(answer: IncomingMessage, reply: ServerResponse): void {
    this.losing -= 1;
    answer.resume().on('end', () => {
      if (!this.isSilent) reply.destroy();
      this.http.emit('lost');
    });
  }
}
