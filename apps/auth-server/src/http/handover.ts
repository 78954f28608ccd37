import cluster, { type Worker } from 'node:cluster';
import type { Server as HttpServer } from 'node:http';
import { type Server, type Socket, createServer } from 'node:net';
import type { Logger } from 'pino';
import type { Settings } from '../config/settings';
import { acceptLast, listen } from './listen';

const READY = 'ready';
const CONNECTION = 'connection';
const STOP = 'stop';

/**
 * Accepts connections and hands them to workers in turn. node:cluster does so too, but lets a worker close its server
 * while connections are on their way to it: they would be reset. Here the word to stop comes after them, on one channel.
 */
export class Handover {
  /** Who takes connections, whose turn is next first, with what has not been sent to each. */
  private readonly waiting = new Map<Worker, Set<Socket>>();
  private readonly server: Server;
  private listening: Promise<void> | undefined;
  private stopping = false;
  /** Accepted since. */
  private readonly last: Socket[] = [];

  constructor(
    private readonly settings: Settings,
    private readonly logger: Logger,
  ) {
    // What `http.createServer` sets by itself; nothing is read before the worker does.
    this.server = createServer({ noDelay: true, pauseOnConnect: true }, (socket) => this.accept(socket));
    this.server.on('error', (error) => this.note(error));
  }

  has = (worker: Worker) => this.waiting.has(worker);

  /** Settles when the worker takes connections. @throws StartError */
  async add(worker: Worker): Promise<void> {
    await new Promise<void>((resolve) => worker.once('message', () => resolve()));
    if (this.stopping) return this.tellToStop(worker);
    this.waiting.set(worker, new Set());
    worker.once('exit', () => this.lose(worker));
    this.listening ??= listen(this.server, this.settings);
    await this.listening;
  }

  /** Accepts no more, and tells the workers to stop once they have what was accepted. */
  async stop(): Promise<void> {
    this.stopping = true;
    if (this.server.listening) await acceptLast(this.server);
    this.server.close();
    for (const socket of this.last) this.hand(socket);
    for (const worker of this.waiting.keys()) this.tellToStop(worker);
  }

  /** What could not be accepted is its caller's alone. Who listens hears by itself. */
  private note(error: Error): void {
    if (this.server.listening) this.logger.warn({ reason: String(error) }, 'a connection could not be accepted');
  }

  private tellToStop(worker: Worker): void {
    // One that is gone need not hear it.
    worker.send(STOP, () => undefined);
  }

  private accept(socket: Socket): void {
    if (this.stopping) this.last.push(socket);
    else this.hand(socket);
  }

  private hand(socket: Socket): void {
    const [worker, sockets] = this.next() ?? [];
    if (!worker || !sockets) return void socket.destroy();
    sockets.add(socket);
    // What cannot be sent waits until the worker is known to be gone.
    worker.send(CONNECTION, socket, (error) => error ?? sockets.delete(socket));
  }

  /** One that has taken what it was given, if there is one. */
  private next(): [Worker, Set<Socket>] | undefined {
    const all = [...this.waiting];
    const next = all.find(([, sockets]) => sockets.size === 0) ?? all[0];
    if (!next) return undefined;
    this.waiting.delete(next[0]);
    return (this.waiting.set(...next), next);
  }

  /** What it was not sent the others take. Where there are none, callers are refused. */
  private lose(worker: Worker): void {
    const sockets = this.waiting.get(worker) ?? [];
    this.waiting.delete(worker);
    for (const socket of sockets) this.hand(socket);
    if (this.waiting.size > 0) return;
    this.server.close();
    this.listening = undefined;
  }
}

/** In a worker: serves what the supervisor accepts, until it says to stop. Signals are the supervisor's to judge. */
export function serveHandedOver(server: HttpServer, stop: () => void): void {
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => undefined);
  process.on('message', (said, socket?: Socket) => {
    if (said === STOP) return stop();
    // It may have been gone before it could be sent.
    if (said === CONNECTION && socket) take(server, socket);
  });
  // Node looks after the timeouts of a server from then on.
  server.emit('listening');
  cluster.worker?.send(READY);
}

function take(server: HttpServer, socket: Socket): void {
  // As of what `http.createServer` accepts: who ends his half is still answered.
  socket.allowHalfOpen = true;
  server.emit('connection', socket);
}
