import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { type Server, createServer } from 'node:net';

/** Below what systems hand out by themselves: while a server is down, nobody else is given its port. */
const LOWEST = 20_000;
const BLOCKS = 110;
const BLOCK = 100;

interface Held {
  first: number;
  holder: Server;
}

let held: Promise<Held> | undefined;
let last = 0;

/** A port on which nobody listens, and that no other process of tests is given. */
export async function freePort(): Promise<number> {
  const { first } = await (held ??= holdBlock());
  for (;;) {
    last = (last % (BLOCK - 1)) + 1;
    const port = first + last;
    const probe = await listenOn(port);
    if (probe === undefined) continue;
    probe.close();
    await once(probe, 'close');
    return port;
  }
}

/** Once no server is left on one of them. */
export async function releasePorts(): Promise<void> {
  (await held)?.holder.close();
  held = undefined;
}

/** Whoever listens on the first port of a block has all of it. */
async function holdBlock(): Promise<Held> {
  for (;;) {
    const first = LOWEST + BLOCK * randomInt(BLOCKS);
    const holder = await listenOn(first);
    if (holder !== undefined) return { first, holder: holder.unref() };
  }
}

async function listenOn(port: number): Promise<Server | undefined> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
    return server;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    return undefined;
  }
}
