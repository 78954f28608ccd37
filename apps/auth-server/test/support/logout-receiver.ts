import { once } from 'node:events';
import { type IncomingMessage, type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that a client was sent. */
export interface Received {
  method: string;
  type: string | undefined;
  /** The form's parameters. */
  form: Record<string, string>;
}

/** The back channel of a client: it remembers what it is sent, and answers as it is told to. */
export class LogoutReceiver {
  readonly received: Received[] = [];
  /** The answer's status; `null` never answers. */
  status: number | null = 200;

  private constructor(private readonly server: Server) {}

  static async start(): Promise<LogoutReceiver> {
    const server = createServer((request, response) => {
      void receiver.receive(request).then(() => {
        if (receiver.status === null) return;
        response.writeHead(receiver.status, receiver.status === 302 ? { location: '/elsewhere' } : {}).end();
      });
    });
    const receiver = new LogoutReceiver(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/back-channel`;
  }

  /** Waits until it was sent so many requests since it started. */
  async count(least: number): Promise<Received[]> {
    while (this.received.length < least) await once(this.server, 'received');
    return this.received;
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  private async receive(request: IncomingMessage): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const form = Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString()));
    this.received.push({ method: request.method ?? '', type: request.headers['content-type'], form });
    this.server.emit('received');
  }
}
