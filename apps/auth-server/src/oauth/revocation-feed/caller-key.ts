import type { Settings } from '../../config/settings';
import { addressOf } from '../../limits/caller-network';
import { isLoopbackAddress } from '../../outbound/public-address';

/** What limits count by; `null` for this machine, as for connections, unless the setting says that it counts. */
export function callerKey(address: string, { connections }: Pick<Settings, 'connections'>): string | null {
  const key = addressOf(address);
  return !connections.loopbackCounts && (isLoopbackAddress(address) || isLoopbackAddress(key)) ? null : key;
}
