import cluster, { type Worker } from 'node:cluster';
import type { Server as HttpServer } from 'node:http';
import { type Server, type Socket, createServer } from 'node:net';
import type { Logger } from 'pino';
import type { Settings } from '../../config/settings';
import { helpOn } from '../../config/help-page';
import { acceptLast, listen } from './listen';
import type { RefusalLog } from './refusal-log';

const READY = 'ready';
const CONNECTION = 'connection';
const NEXT = 'next';
const STOP = 'stop';
/** Sent by a worker that got SIGTERM, and to it once its replacement is ready. */
export const LEAVE = 'leave';

/**
 * Accepts connections and sends them to the workers in turn, to each the next one when the last has arrived. node:cluster
 * leaves one that was sent to a dying or stalled worker unanswered, and resets some at a stop; here the message to stop
 * follows the connections on the same channel (ADR 23).
 */
export class Handover {
  /** Workers that may be sent a connection, the next one first. */
  private readonly free = new Set<Worker>();
  /** The connection sent to each of the other workers that has not arrived yet. */
  private readonly underWay = new Map<Worker, Socket>();
  private readonly dismissed = new WeakSet<Worker>();
  /** Accepted and not sent yet. */
  private readonly waiting: Socket[] = [];
  private readonly server: Server;
  private listening: Promise<void> | undefined;
  private stopping = false;
  private closed = false;
  /** Accepted while stopping. */
  private readonly last: Socket[] = [];

  constructor(
    private readonly settings: Settings,
    private readonly logger: Logger,
    refusals: RefusalLog,
  ) {
    // As `http.createServer` sets it; the worker reads.
    this.server = createServer({ noDelay: true, pauseOnConnect: true }, (socket) => this.accept(socket));
    // Counts the connections that wait for a worker; the worker counts its own.
    this.server.maxConnections = settings.connections.most;
    this.server.on('drop', () => refusals.note('MAX_CONNECTIONS'));
    this.server.on('error', (error) => this.note(error));
  }

  has = (worker: Worker) => this.free.has(worker) || this.underWay.has(worker);

  /** Settles when the worker accepts connections. @throws StartError */
  async add(worker: Worker): Promise<void> {
    await new Promise<void>((resolve) => worker.once('message', () => resolve()));
    if (this.stopping) return this.dismiss(worker, STOP);
    worker.once('exit', () => this.lose(worker));
    this.free.add(worker);
    this.hand();
    this.listening ??= listen(this.server, this.settings);
    await this.listening;
  }

  /** Sends a worker nothing more, then the message. */
  dismiss(worker: Worker, word: typeof STOP | typeof LEAVE): void {
    this.free.delete(worker);
    this.dismissed.add(worker);
    // The worker may have ended.
    worker.send(word, () => undefined);
  }

  /** Accepts the last connections, then stops the workers. */
  async stop(): Promise<void> {
    this.stopping = true;
    if (this.server.listening) await acceptLast(this.server);
    this.server.close();
    this.closed = true;
    this.waiting.push(...this.last);
    this.hand();
  }

  /** An error of `listen` is thrown there. */
  private note(error: Error): void {
    if (this.server.listening)
      this.logger.warn(
        { reason: String(error), help: helpOn('connection-not-accepted') },
        'a connection could not be accepted',
      );
  }

  private accept(socket: Socket): void {
    if (this.stopping) return void this.last.push(socket);
    this.waiting.push(socket);
    this.hand();
  }

  /** Sends the oldest connections to the free workers; once accepting has ended, the message to stop. */
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
    // Node sends this after the connection. One that could not be sent is kept until the worker's end is known.
    worker.send(NEXT, () => sent && this.arrive(worker, socket));
  }

  private arrive(worker: Worker, socket: Socket): void {
    if (this.underWay.get(worker) !== socket) return;
    this.underWay.delete(worker);
    socket.destroy();
    if (!this.dismissed.has(worker)) this.free.add(worker);
    this.hand();
  }

  /** Gives its connection to another worker. Without any worker connections are refused. */
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

/** In a worker: serves what the supervisor accepts, until its message to stop. */
export function serveHandedOver(server: HttpServer, stop: (isReplaced: boolean) => void): void {
  // A terminal and systemd signal every process: only the supervisor knows if this worker alone is meant.
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => void cluster.worker?.send(LEAVE));
  process.on('message', (said, socket?: Socket) => {
    if (said === STOP || said === LEAVE) return stop(said === LEAVE);
    // The connection may have closed before it was sent.
    if (said === CONNECTION && socket) take(server, socket);
  });
  // Starts Node's timeouts of the server.
  server.emit('listening');
  cluster.worker?.send(READY);
}

function take(server: HttpServer, socket: Socket): void {
  // As for connections that `http.createServer` accepts: answer a client that has ended its half.
  socket.allowHalfOpen = true;
  server.emit('connection', socket);
}
