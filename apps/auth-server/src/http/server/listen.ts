import { once } from 'node:events';
import type { Server } from 'node:net';
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises';
import type { Settings } from '../../config/settings';
import { StartError } from '../../config/settings-error';
import { spellSystemError } from '../../config/system-error';

/** Milliseconds in which nobody comes before a server closes, and for which that is waited for. */
const QUIET = 10;
const PATIENCE = 500;

/** @throws StartError */
export async function listen(server: Server, { host, port }: Settings): Promise<void> {
  try {
    await once(server.listen(port, host), 'listening');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const reason = code === 'EADDRINUSE' ? 'the port is in use' : spellSystemError(error);
    throw new StartError(`cannot listen on ${host}:${port}: ${reason}`, error);
  }
}

/**
 * Goes on accepting until nobody comes: with a server that is closed, the kernel resets connections that wait to be
 * accepted, which their callers hold for open. Who is accepted now is not to be served before: he would come again.
 *
 * @param traffic a number that changes while callers are answered who may come again.
 */
export async function acceptLast(server: Server, traffic = () => 0): Promise<void> {
  let [accepted, before] = [0, -1];
  const count = () => (accepted += 1);
  server.on('connection', count);
  for (let waited = 0; waited < PATIENCE && accepted + traffic() !== before; waited += QUIET) {
    before = accepted + traffic();
    await wait(QUIET);
    // The last look for connections is just before the server closes.
    await turn();
  }
  server.off('connection', count);
}
