import type { Socket } from 'node:net';
import type { Settings } from '../config/settings';
import { trustOf } from '../config/trusted-proxies';
import { isLoopbackAddress } from './public-address';
import type { RefusalLog } from './refusal-log';

/** Connections of this machine that are taken above `MAX_CONNECTIONS`: who looks after the server must still get in. */
const RESERVED = 16;

/** How many connections this process takes, in all and of one address. */
export class ConnectionLimits {
  private open = 0;
  private readonly ofNetwork = new Map<string, number>();
  private readonly isTrustedProxy: (address: string) => boolean;

  /** @param networkOf what counts as one address. */
  constructor(
    private readonly settings: Pick<Settings, 'connections' | 'trustedProxies'>,
    private readonly networkOf: (address: string) => string,
    private readonly refusals: RefusalLog,
  ) {
    this.isTrustedProxy = trustOf(settings.trustedProxies);
  }

  /** Counts a connection until it closes. @returns whether there is a place for it. */
  admit(socket: Socket): boolean {
    const { most, perAddress, loopbackCounts } = this.settings.connections;
    const { remoteAddress: address = '' } = socket;
    const network = this.networkOf(address);
    const isLocal = isLoopbackAddress(address) || isLoopbackAddress(network);
    if (this.open >= most + (isLocal ? RESERVED : 0)) return this.refuse('MAX_CONNECTIONS');
    const isExcepted = (isLocal && !loopbackCounts) || this.isTrustedProxy(address);
    if (!isExcepted && this.countOf(network) >= perAddress) return this.refuse('MAX_CONNECTIONS_PER_ADDRESS', network);
    this.add(network, 1);
    socket.once('close', () => this.add(network, -1));
    return true;
  }

  private refuse(...reason: Parameters<RefusalLog['note']>): false {
    this.refusals.note(...reason);
    return false;
  }

  private countOf = (network: string) => this.ofNetwork.get(network) ?? 0;

  private add(network: string, change: 1 | -1): void {
    this.open += change;
    const count = this.countOf(network) + change;
    if (count === 0) this.ofNetwork.delete(network);
    else this.ofNetwork.set(network, count);
  }
}
