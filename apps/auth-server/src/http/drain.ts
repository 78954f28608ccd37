import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';

/** Milliseconds in which nothing comes or goes before idle connections are cut, and for which that is waited for. */
const QUIET = 100;
const PATIENCE = 2_000;

/**
 * Accepts no more connections, and settles when the last one has ended. Each ends by its next answer, if that says so.
 * Idle ones are cut only when nobody calls any more: into one that is kept a proxy may just be sending a request, which
 * it could not send again (RFC 9112 §9.3.1) and would answer by 502.
 *
 * @param traffic a number that changes with every request and answer.
 */
export async function drain(server: Server, traffic: () => number): Promise<void> {
  let [looks, before] = [PATIENCE / QUIET, traffic()];
  const cutIdle = () => {
    const isQuiet = traffic() === before;
    [looks, before] = [looks - 1, traffic()];
    if (isQuiet || looks < 0) server.closeIdleConnections();
  };
  // At once after the sockets were read: what has arrived by then is no idle connection's.
  const looking = setInterval(() => setImmediate(cutIdle), QUIET);
  // HTTP's own way to close a server cuts the idle ones first.
  await new Promise<unknown>((resolve) => NetServer.prototype.close.call(server, resolve));
  clearInterval(looking);
}
