import { isIPv6 } from 'node:net';
import type { Settings } from '../platform/config/settings';
import { StartError } from '../platform/config/settings-error';

/** Milliseconds. */
const TIMEOUT = 2_000;

/** @throws StartError when a server answers at the settings' address. */
export async function assertNoServer({ host, port, pathPrefix }: Settings): Promise<void> {
  const address = `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;
  const answers = await fetch(`${address}${pathPrefix}/health/live`, { signal: AbortSignal.timeout(TIMEOUT) }).then(
    ({ ok }) => ok,
    () => false,
  );
  if (answers) throw new StartError(`a server answers at ${address}: stop it first`);
}
