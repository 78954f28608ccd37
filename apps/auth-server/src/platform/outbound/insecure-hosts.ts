import { lookup } from 'node:dns/promises';
import type { Logger } from 'pino';
import { helpOn } from '../config/help-page';
import type { Settings } from '../config/settings';
import { SettingsError } from '../config/settings-error';
import { isPrivateAddress } from './public-address';

/** Milliseconds: a name that cannot be looked up now is checked by each connection. */
const PATIENCE = 3_000;

const WARNING = `http is allowed for the hosts in INSECURE_HOSTS: anyone who can listen in their network can read passwords and tokens. This
 is for development only`;

/**
 * Warns at start of hosts that are called without TLS.
 *
 * @throws SettingsError if one of them has a public address: `AUTH_URL` may be on it.
 */
export async function checkInsecureHosts({ insecureHosts }: Settings, logger: Logger): Promise<void> {
  if (insecureHosts.length === 0) return;
  const checks = await Promise.all(insecureHosts.map(publicAddressOf));
  const problems = insecureHosts.flatMap((host, at) => {
    const address = checks[at];
    return address === undefined
      ? []
      : [`INSECURE_HOSTS contains "${host}", which has the address ${address}; all must be private`];
  });
  if (problems.length > 0) throw new SettingsError(problems);
  logger.warn({ hosts: insecureHosts, help: helpOn('insecure-hosts') }, WARNING.replaceAll('\n', ''));
}

async function publicAddressOf(host: string): Promise<string | undefined> {
  const late = new Promise<[]>((resolve) => setTimeout(resolve, PATIENCE, []).unref());
  const addresses = await Promise.race([lookup(host, { all: true }).catch(() => []), late]);
  return addresses.map(({ address }) => address).find((address) => !isPrivateAddress(address));
}
