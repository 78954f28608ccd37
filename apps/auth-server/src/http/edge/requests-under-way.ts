import type { Socket } from 'node:net';

/** Browsers and proxies send the next request of a connection when they have the answer; a few sent ahead do no harm. */
const MOST = 16;

/**
 * Counts what each connection waits for. HTTP/1.1 lets a client send requests ahead of the answers (RFC 9112 §9.3.2), and
 * Node begins all of them at once: without this, bounds on connections would not bound requests.
 */
export class RequestsUnderWay {
  private readonly ofConnection = new WeakMap<Socket, number>();

  /** @returns whether one more may begin. */
  begin(connection: Socket): boolean {
    const count = this.ofConnection.get(connection) ?? 0;
    if (count >= MOST) return false;
    this.ofConnection.set(connection, count + 1);
    return true;
  }

  end(connection: Socket): void {
    this.ofConnection.set(connection, (this.ofConnection.get(connection) ?? 1) - 1);
  }
}
