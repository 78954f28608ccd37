import type { Server } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { acceptLast } from './listen';

/** Milliseconds in which nothing comes or goes before idle connections are cut, and for which that is waited for. */
const QUIET = 250;
const PATIENCE = 2_000;

/** The connections of a server, also those it did not accept itself, of which Node's own count does not know. */
export class Connections {
  private open = 0;
  private end = () => {};
  /** Those that are not read yet, while accepting ends. */
  private held: Socket[] | undefined;

  constructor(private readonly server: Server) {
    server.on('connection', (socket: Socket) => {
      this.open += 1;
      socket.once('close', () => this.leave());
      // HTTP begins to read by the next tick.
      if (this.held) process.nextTick(() => this.held?.push(socket.pause()));
    });
  }

  /**
   * Accepts no more of them, and settles when the last one has ended. Each ends by its next answer, if that says so.
   * Idle ones are cut only when nobody calls any more: into one that is kept a proxy may just be sending a request, which
   * it could not send again (RFC 9112 §9.3.1) and would answer by 502.
   *
   * @param traffic a number that changes with every request and answer.
   */
  async drain(traffic: () => number): Promise<void> {
    let [looks, before] = [PATIENCE / QUIET, traffic()];
    const cutIdle = () => {
      const isQuiet = traffic() === before;
      [looks, before] = [looks - 1, traffic()];
      if (isQuiet || looks < 0) this.server.closeIdleConnections();
    };
    // At once after the sockets were read: what has arrived by then is no idle connection's.
    const looking = setInterval(() => setImmediate(cutIdle), QUIET);
    if (this.server.listening) await this.stopAccepting(traffic);
    if (this.open > 0) await new Promise<void>((resolve) => (this.end = resolve));
    clearInterval(looking);
  }

  private async stopAccepting(traffic: () => number): Promise<void> {
    this.held = [];
    await acceptLast(this.server, traffic);
    // HTTP's own way to close a server cuts the idle ones first.
    NetServer.prototype.close.call(this.server);
    for (const socket of this.held) socket.resume();
    this.held = undefined;
  }

  private leave(): void {
    this.open -= 1;
    if (this.open === 0) this.end();
  }
}
