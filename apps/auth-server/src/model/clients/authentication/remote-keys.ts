import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { CLOCK, type Clock } from '../../../platform/config/clock';
import { SETTINGS, type Settings } from '../../../platform/config/settings';
import { helpOn } from '../../../platform/config/help-page';
import { isLoopbackUrl } from '../../../protocol/text/loopback';
import { LOGGER } from '../../../platform/http/server/logger';
import { InFlight, tooManyFetches } from '../../../platform/outbound/in-flight';
import { type OutboundOptions, fetchOutbound } from '../../../platform/outbound/outbound';
import {
  LARGEST_KEY_SET,
  type SetKey,
  type SignatureHeader,
  candidatesIn,
  readKeySet,
} from '../../../protocol/signing/key-set';
import { RecentlyUsed } from '../recently-used';

/** Milliseconds: how long a key set is cached, and after how long it is fetched again for an unknown key. */
const KEPT_FOR = 600_000;
const COOLDOWN = 30_000;

const TIMEOUT = 2_000;

const MOST_AT_ONCE = 100;

/** Bytes. */
const MOST_KEPT = 4_194_304;

/** Bytes of a set beside its texts; estimated. */
const OVERHEAD = 1_024;

interface KeySet {
  keys: readonly SetKey[];
  fetchedAt: number;
  /** Milliseconds after which it is fetched again. */
  age: number;
}

/** Key sets at URLs of clients. Tokens with unknown keys cannot make this server fetch more than once per cooldown. */
@Injectable()
export class RemoteKeys {
  private readonly kept = new RecentlyUsed<KeySet>({ bytes: MOST_KEPT });
  private readonly fetches = new InFlight<KeySet>(MOST_AT_ONCE);
  private readonly allowed: Pick<OutboundOptions, 'allowLoopback' | 'insecureHosts'>;

  constructor(
    @Inject(SETTINGS) { issuer, insecureHosts }: Settings,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.allowed = { allowLoopback: isLoopbackUrl(issuer), insecureHosts };
  }

  /**
   * The keys that may have made a signature; none if the set cannot be fetched.
   *
   * @throws OAuthError `temporarily_unavailable` if too many sets are being fetched.
   */
  async find(url: string, header: SignatureHeader): Promise<SetKey[]> {
    const found = candidatesIn((await this.get(url, KEPT_FOR)).keys, header);
    // The client may have rotated its keys.
    return found.length > 0 ? found : candidatesIn((await this.get(url, COOLDOWN)).keys, header);
  }

  private async get(url: string, age: number): Promise<KeySet> {
    const known = this.kept.get(url);
    if (known !== undefined && this.isCurrent(known, age)) return known;
    const fetched = (await this.fetches.fetch(url, () => this.fetchAndKeep(url))) ?? known;
    if (fetched === undefined) throw tooManyFetches('key sets of applications', TIMEOUT);
    return fetched;
  }

  private async fetchAndKeep(url: string): Promise<KeySet> {
    const fetched = await this.fetch(url);
    this.kept.set(url, fetched, OVERHEAD + url.length + JSON.stringify(fetched.keys).length);
    return fetched;
  }

  private isCurrent({ fetchedAt, age: own }: KeySet, age: number): boolean {
    const elapsed = this.clock.now() - fetchedAt;
    return elapsed >= 0 && elapsed < Math.min(age, own);
  }

  /** A failed fetch is cached as an empty set, so that not every call repeats it. */
  private async fetch(url: string): Promise<KeySet> {
    const options = { maxBytes: LARGEST_KEY_SET, timeoutMs: TIMEOUT, ...this.allowed };
    const fetchedAt = this.clock.now();
    try {
      const { status, body } = await fetchOutbound(url, options);
      if (status !== 200) throw new Error(`it answered with ${status}`);
      return { keys: readKeySet(body), fetchedAt, age: KEPT_FOR };
    } catch (error) {
      this.logger.warn(
        { url, reason: String(error), help: helpOn('application-keys-unavailable') },
        'the keys of an application cannot be fetched',
      );
      return { keys: [], fetchedAt, age: COOLDOWN };
    }
  }
}
