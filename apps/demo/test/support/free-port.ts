import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below what systems hand out by themselves: until it is used, nobody else is given it. */
const LOWEST = 31_000;
const HIGHEST = 32_000;

export async function freePort(): Promise<number> {
  const port = randomInt(LOWEST, HIGHEST);
  const probe = createServer().listen(port, '127.0.0.1');
  try {
    await once(probe, 'listening');
  } catch {
    return freePort();
  }
  probe.close();
  await once(probe, 'close');
  return port;
}
