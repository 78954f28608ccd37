import { Inject, Injectable } from '@nestjs/common';
import type { JWTVerifyGetKey } from 'jose';
import type { Logger } from 'pino';
import { CLOCK, type Clock } from '../config/clock';
import { SETTINGS, type Settings } from '../config/settings';
import { isLoopbackUrl } from '../config/url-setting';
import { LOGGER } from '../http/logger';
import { fetchOutbound } from '../http/outbound';
import { NO_KEYS, keysIn } from '../protocol/key-set';

/** Milliseconds for which a key set counts, and for which one without a wanted key is not asked for again. */
const KEPT_FOR = 600_000;
const COOLDOWN = 30_000;

const MOST_BYTES = 65_536;
const TIMEOUT = 2_000;

/** How many key sets are kept in memory. */
const MOST_KEPT = 1_000;

interface KeySet {
  keys: JWTVerifyGetKey;
  fetchedAt: number;
  /** Milliseconds for which it counts at most. */
  age: number;
}

/** Key sets at URLs that clients name. Whoever sends a token that names no known key cannot have us call without end. */
@Injectable()
export class RemoteKeys {
  private readonly kept = new Map<string, Promise<KeySet>>();
  private readonly allowLoopback: boolean;

  constructor(
    @Inject(SETTINGS) { issuer }: Settings,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.allowLoopback = isLoopbackUrl(issuer);
  }

  /** @throws errors.JOSEError where the set has no such key, or cannot be had. */
  async find(url: string, ...signed: Parameters<JWTVerifyGetKey>): Promise<Awaited<ReturnType<JWTVerifyGetKey>>> {
    const set = await this.get(url, KEPT_FOR);
    try {
      return await set.keys(...signed);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ERR_JWKS_NO_MATCHING_KEY')) throw error;
      // The client may have changed its keys.
      return (await this.get(url, COOLDOWN)).keys(...signed);
    }
  }

  private async get(url: string, age: number): Promise<KeySet> {
    const known = await this.kept.get(url);
    const elapsed = this.clock.now() - (known?.fetchedAt ?? -Infinity);
    if (known !== undefined && elapsed >= 0 && elapsed < Math.min(age, known.age)) return known;
    const [oldest] = this.kept.keys();
    if (oldest !== undefined && this.kept.size >= MOST_KEPT) this.kept.delete(oldest);
    const fetched = this.fetch(url);
    this.kept.delete(url);
    this.kept.set(url, fetched);
    return fetched;
  }

  /** A set that cannot be had counts as one without keys, so that it is not asked for at every call. */
  private async fetch(url: string): Promise<KeySet> {
    const options = { maxBytes: MOST_BYTES, timeoutMs: TIMEOUT, allowLoopback: this.allowLoopback };
    const fetchedAt = this.clock.now();
    try {
      const { status, body } = await fetchOutbound(url, options);
      if (status !== 200) throw new Error(`it answered with ${status}`);
      return { keys: keysIn(body), fetchedAt, age: KEPT_FOR };
    } catch (error) {
      this.logger.warn({ url, reason: String(error) }, 'the keys of an application cannot be had');
      return { keys: NO_KEYS, fetchedAt, age: COOLDOWN };
    }
  }
}
