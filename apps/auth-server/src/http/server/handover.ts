import cluster, { type Worker } from 'node:cluster';
import type { Server as HttpServer } from 'node:http';
import { type Server, type Socket, createServer } from 'node:net';
import type { Logger } from 'pino';
import type { Settings } from '../../config/settings';
import { acceptLast, listen } from './listen';
import type { RefusalLog } from './refusal-log';

const READY = 'ready';
const CONNECTION = 'connection';
const NEXT = 'next';
const STOP = 'stop';
/** Asked by a worker, and told to it once another one takes its place. */
export const LEAVE = 'leave';

/**
 * Accepts connections and hands them to workers in turn, to each the next one when it has the last. node:cluster does so
 * too, but lets a worker close its server while connections are on their way to it: they would be reset. Here the word
 * to stop comes after them, on one channel.
 */
export class Handover {
  /** Who may be given a connection, whose turn is next first. */
  private readonly free = new Set<Worker>();
  /** What each of the others does not have yet. */
  private readonly underWay = new Map<Worker, Socket>();
  private readonly dismissed = new WeakSet<Worker>();
  /** Accepted, and sent to nobody yet. */
  private readonly waiting: Socket[] = [];
  private readonly server: Server;
  private listening: Promise<void> | undefined;
  private stopping = false;
  private closed = false;
  /** Accepted while it stops. */
  private readonly last: Socket[] = [];

  constructor(
    private readonly settings: Settings,
    private readonly logger: Logger,
    refusals: RefusalLog,
  ) {
    // What `http.createServer` sets by itself; nothing is read before the worker does.
    this.server = createServer({ noDelay: true, pauseOnConnect: true }, (socket) => this.accept(socket));
    // Connections that wait for a worker count here; once handed over they count in the worker.
    this.server.maxConnections = settings.connections.most;
    this.server.on('drop', () => refusals.note('MAX_CONNECTIONS'));
    this.server.on('error', (error) => this.note(error));
  }

  has = (worker: Worker) => this.free.has(worker) || this.underWay.has(worker);

  /** Settles when the worker takes connections. @throws StartError */
  async add(worker: Worker): Promise<void> {
    await new Promise<void>((resolve) => worker.once('message', () => resolve()));
    if (this.stopping) return this.dismiss(worker, STOP);
    worker.once('exit', () => this.lose(worker));
    this.free.add(worker);
    this.hand();
    this.listening ??= listen(this.server, this.settings);
    await this.listening;
  }

  /** Gives a worker nothing more, and tells it so once it has what it was given. */
  dismiss(worker: Worker, word: typeof STOP | typeof LEAVE): void {
    this.free.delete(worker);
    this.dismissed.add(worker);
    // One that is gone need not hear it.
    worker.send(word, () => undefined);
  }

  /** Accepts no more, and tells the workers to stop once they have what was accepted. */
  async stop(): Promise<void> {
    this.stopping = true;
    if (this.server.listening) await acceptLast(this.server);
    this.server.close();
    this.closed = true;
    this.waiting.push(...this.last);
    this.hand();
  }

  /** What could not be accepted is its caller's alone. Who listens hears by itself. */
  private note(error: Error): void {
    if (this.server.listening) this.logger.warn({ reason: String(error) }, 'a connection could not be accepted');
  }

  private accept(socket: Socket): void {
    if (this.stopping) return void this.last.push(socket);
    this.waiting.push(socket);
    this.hand();
  }

  /** Gives what was accepted first to who is free; when nothing more can come, the word to stop. */
  private hand(): void {
    for (const worker of this.free) {
      const socket = this.waiting.shift();
      if (socket) this.send(worker, socket);
      else if (this.closed) this.dismiss(worker, STOP);
      else return;
    }
  }

  private send(worker: Worker, socket: Socket): void {
    this.free.delete(worker);
    this.underWay.set(worker, socket);
    let sent = true;
    worker.send(CONNECTION, socket, { keepOpen: true }, (error) => (sent = !error));
    // Node sends this when the connection has arrived. What could not be sent waits until the worker is known to be gone.
    worker.send(NEXT, () => sent && this.arrive(worker, socket));
  }

  private arrive(worker: Worker, socket: Socket): void {
    if (this.underWay.get(worker) !== socket) return;
    this.underWay.delete(worker);
    socket.destroy();
    if (!this.dismissed.has(worker)) this.free.add(worker);
    this.hand();
  }

  /** What it does not have yet the others take. Where there are none, callers are refused. */
  private lose(worker: Worker): void {
    const socket = this.underWay.get(worker);
    if (socket) this.waiting.unshift(socket);
    this.underWay.delete(worker);
    this.free.delete(worker);
    if (this.free.size + this.underWay.size > 0) return this.hand();
    for (const refused of this.waiting.splice(0)) refused.destroy();
    this.server.close();
    this.listening = undefined;
  }
}

/** In a worker: serves what the supervisor accepts, until it says to stop. Signals are the supervisor's to judge. */
export function serveHandedOver(server: HttpServer, stop: (isReplaced: boolean) => void): void {
  // A terminal tells every process, and so does systemd: whether this one alone is meant the supervisor knows.
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => void cluster.worker?.send(LEAVE));
  process.on('message', (said, socket?: Socket) => {
    if (said === STOP || said === LEAVE) return stop(said === LEAVE);
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
