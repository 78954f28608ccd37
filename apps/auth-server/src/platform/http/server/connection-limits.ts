import type { Socket } from 'node:net';
import type { Settings } from '../../config/settings';
import { trustOf } from '../../config/trusted-proxies';
import { isLoopbackAddress } from '../../outbound/public-address';
import type { RefusalLog } from './refusal-log';

/** Loopback connections above `MAX_CONNECTIONS`, for health checks. */
const RESERVED = 16;

/** Limits the connections of this process, in total and per address. */
export class ConnectionLimits {
  /** How many connections are open. */
  open = 0;
  private readonly ofAddress = new Map<string, number>();
  private readonly isTrustedProxy: (address: string) => boolean;

  /** @param addressOf the key to count by: a whole /64 of IPv6 is one address */
  constructor(
    private readonly settings: Pick<Settings, 'connections' | 'trustedProxies'>,
    private readonly addressOf: (address: string) => string,
    private readonly refusals: RefusalLog,
  ) {
    this.isTrustedProxy = trustOf(settings.trustedProxies);
  }

  /** Counts a connection until it closes. @returns whether to accept it */
  admit(socket: Socket): boolean {
    const { most, perAddress, loopbackCounts } = this.settings.connections;
    const { remoteAddress = '' } = socket;
    const address = this.addressOf(remoteAddress);
    const isLocal = isLoopbackAddress(remoteAddress) || isLoopbackAddress(address);
    if (this.open >= most + (isLocal ? RESERVED : 0)) return this.refuse('MAX_CONNECTIONS');
    const isExcepted = (isLocal && !loopbackCounts) || this.isTrustedProxy(remoteAddress);
    if (!isExcepted && this.countOf(address) >= perAddress) return this.refuse('MAX_CONNECTIONS_PER_ADDRESS', address);
    this.add(address, 1);
    socket.once('close', () => this.add(address, -1));
    return true;
  }

  private refuse(...reason: Parameters<RefusalLog['note']>): false {
    this.refusals.note(...reason);
    return false;
  }

  private countOf = (address: string) => this.ofAddress.get(address) ?? 0;

  private add(address: string, change: 1 | -1): void {
    this.open += change;
    const count = this.countOf(address) + change;
    if (count === 0) this.ofAddress.delete(address);
    else this.ofAddress.set(address, count);
  }
}
