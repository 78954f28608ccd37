import { once } from 'node:events';
import { type IncomingMessage, type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  method: string;
  type: string | undefined;
  form: Record<string, string>;
}

/** A client's back channel: records its requests and answers with `status`. */
export class LogoutReceiver {
  readonly received: Received[] = [];
  /** `null` never answers. */
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

  /** Waits for the request of that number. */
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
