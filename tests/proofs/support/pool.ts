import { Agent, type IncomingMessage, get } from 'node:http';
import type { Socket } from 'node:net';
import { json } from 'node:stream/consumers';
import { type Tokens, query } from '@consentry/test-support/world/world';

/** Keep-alive connections of a proxy, used in turn. */
export class Pool {
  /** Connections that closed without a `Connection: close` answer before. */
  cut = 0;
  private readonly agent: Agent;
  private readonly known = new Set<Socket>();
  private readonly told = new WeakSet<Socket>();

  constructor(
    private readonly size: number,
    private readonly port: number,
  ) {
    this.agent = new Agent({ keepAlive: true, scheduling: 'fifo', maxSockets: size });
  }

  async fill(): Promise<void> {
    await Promise.all(Array.from({ length: this.size }, () => this.get('/health/live')));
    expect(this.known.size).toBe(this.size);
  }

  /** As `refresh`. @throws where a connection is refused or an answer is missing. */
  refresh = (_: unknown, token: string) =>
    this.get<Tokens>(`/oauth2/access_token?${query({ grant_type: 'refresh_token', code: token })}`);

  async get<Body>(path: string): Promise<{ status: number; text: string; body: Body }> {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const request = get({ agent: this.agent, host: '127.0.0.1', port: this.port, path }, resolve);
      request.on('error', reject).on('socket', (socket) => this.watch(socket));
    });
    if (response.headers.connection === 'close') this.told.add(response.socket);
    const body = (await json(response)) as Body;
    return { status: response.statusCode!, text: JSON.stringify(body), body };
  }

  private watch(socket: Socket): void {
    if (this.known.has(socket)) return;
    this.known.add(socket);
    const onEnd = () => {
      if (!this.told.has(socket)) this.cut += 1;
    };
    socket.on('connect', () => socket.on('close', onEnd));
  }
}
