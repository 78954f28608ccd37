import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { type Server, createServer } from 'node:net';

/** Below the ephemeral ports: the system gives no other process a stopped server's port. */
const LOWEST = 20_000;
const BLOCKS = 110;
const BLOCK = 100;

interface Held {
  first: number;
  holder: Server;
}

let held: Promise<Held> | undefined;
let last = 0;

/** A free port that no other test process gets. */
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

/** Call when all servers have ended. */
export async function releasePorts(): Promise<void> {
  (await held)?.holder.close();
  held = undefined;
}

/** Listening on a block's first port reserves the block. */
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
