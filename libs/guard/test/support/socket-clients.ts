import type { INestApplication } from '@nestjs/common';
import { IoAdapter } from '@nestjs/platform-socket.io';
import { WsAdapter } from '@nestjs/platform-ws';
import { io } from 'socket.io-client';
import { WebSocket } from 'ws';

/** How a client's socket ended. */
export interface Ending {
  /** 1008, or `io server disconnect`. */
  readonly how: unknown;
  readonly told: string;
}

/** A handshake that was refused. */
export class RefusedHandshake extends Error {
  constructor(
    /** The HTTP status, or socket.io's message. */
    readonly how: unknown,
    /** The HTTP headers, or socket.io's data. */
    readonly told: object | undefined,
  ) {
    super(`refused: ${String(how)}`);
  }
}

export interface SocketClient {
  send(event: string, data?: unknown): void;
  /** The data of the next event of that name. */
  next(event: string): Promise<unknown>;
  /** The names of all events that arrived. */
  seen(): string[];
  readonly ended: Promise<Ending>;
  close(): void;
}

export interface Offer {
  readonly token?: string;
  readonly headers?: Record<string, string>;
  readonly path?: string;
}

/** A way of WebSockets in Nest, with a client of its own. */
export interface SocketKind {
  readonly name: string;
  readonly adapter: (app: INestApplication) => IoAdapter | WsAdapter;
  /** Settles once the socket is open; rejects with a `RefusedHandshake`. */
  readonly open: (port: number, offer?: Offer) => Promise<SocketClient>;
}

/** Events wait here for whoever asks for them. */
class Inbox {
  private readonly arrived: [string, unknown][] = [];
  private wake = () => {};

  readonly names: string[] = [];

  put(event: string, data: unknown): void {
    this.names.push(event);
    this.arrived.push([event, data]);
    this.wake();
  }

  async next(event: string): Promise<unknown> {
    for (;;) {
      const index = this.arrived.findIndex(([name]) => name === event);
      if (index >= 0) return this.arrived.splice(index, 1)[0]![1];
      await new Promise<void>((resolve) => (this.wake = resolve));
    }
  }
}

export const ws: SocketKind = {
  name: 'ws',
  adapter: (app) => new WsAdapter(app),
  open: (port, { token, headers = {}, path = '' } = {}) => {
    const protocols = token === undefined ? [] : ['chat', `bearer.${token}`];
    const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, protocols, { headers });
    const inbox = new Inbox();
    socket.on('message', (frame: Buffer) => {
      const { event, data } = JSON.parse(frame.toString()) as { event: string; data: unknown };
      inbox.put(event, data);
    });
    const ended = new Promise<Ending>((resolve) =>
      socket.once('close', (how, told) => resolve({ how, told: told.toString() })),
    );
    return new Promise((resolve, reject) => {
      socket.once('open', () =>
        resolve({
          send: (event, data) => socket.send(JSON.stringify({ event, data })),
          next: (event) => inbox.next(event),
          seen: () => inbox.names,
          ended,
          close: () => socket.close(),
        }),
      );
      socket.once('unexpected-response', (_, answer) =>
        reject(new RefusedHandshake(answer.statusCode, answer.headers)),
      );
      socket.once('error', reject);
    });
  },
};

export const socketIo: SocketKind = {
  name: 'socket.io',
  adapter: (app) => new IoAdapter(app),
  open: (port, { token, headers = {}, path = '' } = {}) => {
    const auth = token === undefined ? {} : { token };
    const socket = io(`http://127.0.0.1:${port}${path}`, {
      auth,
      extraHeaders: headers,
      transports: ['websocket'],
      reconnection: false,
      forceNew: true,
    });
    const inbox = new Inbox();
    socket.onAny((event: string, data: unknown) => inbox.put(event, data));
    const ended = new Promise<Ending>((resolve) => socket.once('disconnect', (how) => resolve({ how, told: '' })));
    return new Promise((resolve, reject) => {
      socket.once('connect', () =>
        resolve({
          send: (event, data) => socket.emit(event, data),
          next: (event) => inbox.next(event),
          seen: () => inbox.names,
          ended,
          close: () => socket.close(),
        }),
      );
      socket.once('connect_error', (error: Error & { data?: object }) => {
        socket.close();
        reject(new RefusedHandshake(error.message, error.data));
      });
    });
  },
};
