import type { Server } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { acceptLast } from './listen';

/** Milliseconds without traffic after which idle connections are closed, and the most to wait for them. */
const QUIET = 750;
const PATIENCE = 2_250;

/** Counts a server's connections, including those accepted by another process, which Node does not count. */
export class Connections {
  private open = 0;
  private end = () => {};
  /** Accepted but not yet read, while accepting ends. */
  private held: Socket[] | undefined;

  constructor(private readonly server: Server) {
    server.on('connection', (socket: Socket) => {
      this.open += 1;
      socket.once('close', () => this.leave());
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
    if (this.open > 0) await new Promise<void>((resolve) => (this.end = resolve));
    clearInterval(looking);
  }

  private async stopAccepting(traffic: () => number): Promise<void> {
    this.held = [];
    await acceptLast(this.server, traffic);
    // `http.Server.close` would close idle connections.
    NetServer.prototype.close.call(this.server);
    for (const socket of this.held) socket.resume();
    this.held = undefined;
  }

  private leave(): void {
    this.open -= 1;
    if (this.open === 0) this.end();
  }
}
