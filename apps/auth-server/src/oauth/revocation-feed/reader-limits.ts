import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../platform/config/clock';
import { SETTINGS, type Settings } from '../../platform/config/settings';
import { networkOf } from '../../platform/limits/caller-network';
import { isLoopbackAddress } from '../../platform/outbound/public-address';
import { OAuthError } from '../../protocol/oauth-error';

/** Waiting calls. */
const MOST_PLACES = { process: 2_000, network: 500 };

/** Bytes of closed pages for a network: at once, and then in a second. */
const BURST = 100_000_000;
const RATE = 10_000_000;
const MOST_NETWORKS = 10_000;

interface Allowance {
  bytes: number;
  /** By the monotonic clock. */
  at: number;
}

/** Counted in memory, by each process: what readers take is its connections and its bandwidth. */
@Injectable()
export class ReaderLimits {
  private places = 0;
  private readonly placesOf = new Map<string, number>();
  private readonly allowances = new Map<string, Allowance>();

  constructor(
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** What a stranger is counted by; `null` for this machine, as for connections, unless the setting says that it counts. */
  networkOf(address: string): string | null {
    const network = networkOf(address);
    return !this.settings.connections.loopbackCounts && isLoopbackAddress(address) ? null : network;
  }

  /** Takes a place to wait. @returns gives it back, once; `null` where there is none */
  takePlace(network: string | null): (() => void) | null {
    if (this.places >= MOST_PLACES.process) return null;
    if (network !== null && (this.placesOf.get(network) ?? 0) >= MOST_PLACES.network) return null;
    this.count(network, 1);
    let isTaken = true;
    return () => {
      if (isTaken) this.count(network, -1);
      isTaken = false;
    };
  }

  /** @throws OAuthError 429 with `Retry-After`; such a call takes nothing. */
  takeBytes(network: string | null, bytes: number): void {
    if (network === null) return;
    const now = this.clock.elapsed();
    const before = this.allowances.get(network) ?? { bytes: BURST, at: now };
    const left = Math.min(BURST, before.bytes + ((now - before.at) / 1_000) * RATE);
    if (left < bytes) throw tooMany(Math.ceil((bytes - left) / RATE));
    // The least recently served network is first, and leaves first.
    this.allowances.delete(network);
    this.allowances.set(network, { bytes: left - bytes, at: now });
    if (this.allowances.size > MOST_NETWORKS) this.allowances.delete(this.allowances.keys().next().value!);
  }

  private count(network: string | null, change: 1 | -1): void {
    this.places += change;
    if (network === null) return;
    const count = (this.placesOf.get(network) ?? 0) + change;
    if (count === 0) this.placesOf.delete(network);
    else this.placesOf.set(network, count);
  }
}

const tooMany = (retryAfter: number) =>
  new OAuthError(
    'temporarily_unavailable',
    `this network has read too many pages of revocations: try again in ${retryAfter} seconds`,
    { status: 429, retryAfter },
  );
