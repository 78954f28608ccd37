import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ephemeral ports: the system gives no other process this one. */
const LOWEST = 32_000;
const PORTS = 700;

let last = randomInt(PORTS);

/** A new port each time. */
export async function freePort(): Promise<number> {
  last = (last + 1) % PORTS;
  const port = LOWEST + last;
  const probe = createServer().listen(port, '127.0.0.1');
  try {
    await once(probe, 'listening');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    return freePort();
  }
  probe.close();
  await once(probe, 'close');
  return port;
}
