import type { Server } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { acceptLast } from './listen';

/** Milliseconds without traffic after which idle connections are closed, and the most to wait for them. */
const QUIET = 750;
const PATIENCE = 2_250;

/** Counts a server's connections, including those accepted by another process, which Node does not count. */
export class Connections {
  private readonly open = new Set<Socket>();
  private end = () => {};
  /** Accepted but not yet read, while accepting ends. */
  private held: Socket[] | undefined;
  private isDropping = false;

  constructor(private readonly server: Server) {
    server.on('connection', (socket: Socket) => {
      this.open.add(socket);
      socket.once('close', () => this.leave(socket));
      if (this.isDropping) socket.destroy();
      // HTTP starts to read in the next tick.
      if (this.held) process.nextTick(() => this.held?.push(socket.pause()));
    });
  }

  /**
   * Stops accepting and settles when the last connection has closed; answers with `Connection: close` close theirs. Idle
   * ones are closed only without traffic: a proxy may be sending a request that it cannot repeat (RFC 9112 §9.3.1).
   *
   * @param traffic a number that changes with every request and answer
   */
  async drain(traffic: () => number): Promise<void> {
    let [looks, before] = [PATIENCE / QUIET, traffic()];
    const cutIdle = () => {
      const isQuiet = traffic() === before;
      [looks, before] = [looks - 1, traffic()];
      if (isQuiet || looks < 0) this.server.closeIdleConnections();
    };
    // `setImmediate` runs after the sockets were read: a connection with a request is no longer idle.
    const looking = setInterval(() => setImmediate(cutIdle), QUIET);
    if (this.server.listening) await this.stopAccepting(traffic);
    if (this.open.size > 0) await new Promise<void>((resolve) => (this.end = resolve));
    clearInterval(looking);
  }

  /**
   * Drops what waited while the process stood still, unread: connections without a request under way, and those that
   * were not accepted yet. Their callers may have been served elsewhere, and a refresh would be a replay.
   */
  async dropWaiting(isServed: (socket: Socket) => boolean): Promise<void> {
    for (const socket of this.open) if (!isServed(socket)) socket.destroy();
    this.isDropping = true;
    await acceptLast(this.server);
    this.isDropping = false;
  }

  private async stopAccepting(traffic: () => number): Promise<void> {
    this.held = [];
    await acceptLast(this.server, traffic);
    // `http.Server.close` would close idle connections.
    NetServer.prototype.close.call(this.server);
    for (const socket of this.held) socket.resume();
    this.held = undefined;
  }

  private leave(socket: Socket): void {
    this.open.delete(socket);
    if (this.open.size === 0) this.end();
  }
}
