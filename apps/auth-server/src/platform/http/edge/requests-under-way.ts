import type { Socket } from 'node:net';

/** Browsers and proxies send the next request after the answer; a few sent ahead do no harm. */
const MOST = 16;

/**
 * Bounds the unanswered requests of a connection. Node starts all pipelined requests at once (RFC 9112 §9.3.2), so limits
 * on connections alone would not bound requests.
 */
export class RequestsUnderWay {
  private readonly ofConnection = new WeakMap<Socket, number>();

  has = (connection: Socket) => (this.ofConnection.get(connection) ?? 0) > 0;

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
