import { once } from 'node:events';
import type { Server } from 'node:net';
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises';
import type { Settings } from '../../config/settings';
import { StartError } from '../../config/settings-error';
import { spellSystemError } from '../../config/system-error';

/** Milliseconds without a new connection before a server closes, and the most to wait for that. */
const QUIET = 10;
const MOST_WAIT = 500;

/** @throws StartError */
export async function listen(server: Server, { host, port }: Settings): Promise<void> {
  try {
    await once(server.listen(port, host), 'listening');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const reason =
      code === 'EADDRINUSE' ? 'the port is in use; set another one in AUTH_URL or PORT' : spellSystemError(error);
    throw new StartError(`cannot listen on ${host}:${port}: ${reason}`, { cause: error, help: 'cannot-listen' });
  }
}

/**
 * Accepts until no connection comes: at close the kernel resets those that wait to be accepted. Do not serve the new
 * ones before: their clients would reconnect, and accepting would never end (ADR 23).
 *
 * @param traffic a number that changes while clients that may reconnect are answered.
 */
export async function acceptLast(server: Server, traffic = () => 0): Promise<void> {
  let [accepted, before] = [0, -1];
  const count = () => (accepted += 1);
  server.on('connection', count);
  for (let waited = 0; waited < MOST_WAIT && accepted + traffic() !== before; waited += QUIET) {
    before = accepted + traffic();
    await wait(QUIET);
    // Accept once more just before the server closes.
    await turn();
  }
  server.off('connection', count);
}
