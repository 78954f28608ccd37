import { Inject, Injectable, type BeforeApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { KeyObject } from 'node:crypto';
import type { JWK } from 'jose';
import type { Logger } from 'pino';
import { CLOCK, type Clock } from '../../../platform/config/clock';
import { SETTINGS, type Settings, type SigningAlgorithm } from '../../../platform/config/settings';
import { helpOn } from '../../../platform/config/help-page';
import { Changes } from '../../../platform/database/changes';
import { LOGGER } from '../../../platform/http/server/logger';
import {
  type KeyChain,
  type KeyPurpose,
  chainsOf,
  droppableKeysOf,
  dueKey,
  idTokenChain,
  keysOf,
  publicKeysOf,
} from '../../../protocol/signing/key-chain';
import { LAST_RENEWAL, RENEWAL, nextKey, signingKey, useToStore } from '../../../protocol/signing/key-schedule';
import { accessTokenChain, tokenTtlOf } from './chain-settings';
import { DerivedKeys } from '../derived-keys';
import { newSigningKey } from './new-signing-key';
import { openPrivateKey } from './open-private-key';
import { type Signer, SigningKeyRepository, type StoredSigningKey } from './signing-key.repository';

/** Milliseconds after which keys are read again without an announced change. */
const READ_AGE = 10_000;

/** The same while the database does not answer: the schedule's lag covers it, and clocks that differ by 20 s. */
const READ_AGE_WITHOUT_DATABASE = 20_000;

/** Milliseconds. */
const MAINTENANCE_INTERVAL = 5_000;

export interface OpenKey {
  kid: string;
  alg: SigningAlgorithm;
  privateKey: KeyObject;
}

/**
 * The signing keys by their schedule (ADR 13): chooses the key that signs now, creates the next one when it is due and
 * deletes expired ones. Every process does the same, without a leader.
 */
@Injectable()
export class KeyRing implements OnModuleInit, BeforeApplicationShutdown {
  private keys: readonly StoredSigningKey[] = [];
  private readonly opened = new Map<string, KeyObject>();
  private readonly accessTokens: KeyChain;
  private version: number | undefined;
  private readAt = -Infinity;
  private expired: readonly string[] = [];
  private reading: Promise<void> | undefined;
  /** By purpose and algorithm; concurrent calls coalesce. */
  private readonly preparing = new Map<string, Promise<void>>();
  private maintaining: Promise<void> | undefined;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly repository: SigningKeyRepository,
    private readonly changes: Changes,
    private readonly derived: DerivedKeys,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.accessTokens = accessTokenChain(settings);
  }

  async onModuleInit(): Promise<void> {
    this.maintaining = this.maintainOnce().finally(() => (this.maintaining = undefined));
    await this.maintaining;
    this.timer = setInterval(() => void this.maintain(), MAINTENANCE_INTERVAL).unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.maintaining;
  }

  /**
   * The key that signs access tokens now; its row already says so. Maintenance renews `signs_until` in the background: a
   * database error here would lose an already spent code.
   */
  signing(): Promise<OpenKey> {
    return this.signingOf(this.accessTokens, LAST_RENEWAL);
  }

  /** The key that signs ID tokens. The first use creates it: not every server needs one, and RSA keys are slow. */
  signingIdTokens(alg: SigningAlgorithm): Promise<OpenKey> {
    return this.signingOf(idTokenChain(this.accessTokens, alg), LAST_RENEWAL);
  }

  /** Creates that key and renews its `signs_until`: maintenance does neither for ID tokens. */
  async prepareIdTokens(alg: SigningAlgorithm): Promise<void> {
    await this.signingOf(idTokenChain(this.accessTokens, alg), RENEWAL);
  }

  /** True if the key for ID tokens needs {@link prepareIdTokens} before it signs; false when there is no key. */
  isIdTokenUseDue(alg: SigningAlgorithm): boolean {
    const chain = { purpose: 'id_token', alg } as const;
    const now = this.clock.now();
    const key = signingKey(keysOf(this.keys, chain), chain, now);
    return key !== undefined && useToStore(key, tokenTtlOf(chain, this.settings), now, 2 * LAST_RENEWAL) !== null;
  }

  /** The JWKS (RFC 7517), or its part for one purpose. */
  async publicJwks(purpose?: KeyPurpose): Promise<JWK[]> {
    await this.refresh();
    return publicKeysOf(this.keys, this.accessTokens, this.clock.now())
      .filter((key) => purpose === undefined || key.purpose === purpose)
      .map(({ publicJwk }) => JSON.parse(publicJwk) as JWK);
  }

  /** Failures are logged; the next interval tries again. */
  maintain(): Promise<void> {
    this.maintaining ??= this.maintainOnce()
      .catch((error: unknown) =>
        this.logger.warn({ reason: String(error), help: helpOn('key-maintenance-failed') }, 'key maintenance failed'),
      )
      .finally(() => (this.maintaining = undefined));
    return this.maintaining;
  }

  private async signingOf(chain: KeyChain, ahead: number): Promise<OpenKey> {
    await this.refresh();
    const ttl = tokenTtlOf(chain, this.settings);
    const name = `${chain.purpose} ${chain.alg}`;
    for (;;) {
      const now = this.clock.now();
      const key = signingKey(keysOf(this.keys, chain), chain, now);
      if (key !== undefined && useToStore(key, ttl, now, ahead) === null) return this.open(key);
      const isFirst = key === undefined;
      const prepare = () => this.prepare({ chain, ttl, now }, isFirst).finally(() => this.preparing.delete(name));
      const preparing = this.preparing.get(name) ?? prepare();
      this.preparing.set(name, preparing);
      await preparing;
    }
  }

  private async maintainOnce(): Promise<void> {
    await this.signingOf(this.accessTokens, RENEWAL);
    const now = this.clock.now();
    for (const chain of this.dueChains(now)) await this.makeNext(chain);
    await this.dropExpired(now);
  }

  private dueChains(now: number): KeyChain[] {
    return chainsOf(this.keys, this.accessTokens).filter((chain) => dueKey(this.keys, chain, now) !== null);
  }

  /** Drops a key only if two consecutive checks agree, so that a clock jump deletes nothing. */
  private async dropExpired(now: number): Promise<void> {
    const expired = droppableKeysOf(this.keys, this.accessTokens, now).map(({ kid }) => kid);
    const wasSeen = expired.some((kid) => this.expired.includes(kid));
    this.expired = expired;
    if (!wasSeen) return;
    for (const kid of await this.repository.drop(this.accessTokens, now))
      this.logger.info({ kid }, 'a signing key was dropped');
  }

  private async prepare(signer: Signer, isFirst: boolean): Promise<void> {
    if (isFirst) await this.makeNext(signer.chain);
    else await this.repository.use(signer);
    await this.read();
  }

  private async makeNext(chain: KeyChain): Promise<void> {
    const key = await newSigningKey(chain.alg as SigningAlgorithm, this.derived.sealing);
    const signer = { chain, ttl: tokenTtlOf(chain, this.settings), now: this.clock.now() };
    const isKept = await this.repository.add(key, (keys) => nextKey(keys, chain, signer.now), signer);
    if (isKept) this.logger.info({ kid: key.kid, alg: key.alg }, 'a signing key was announced');
  }

  /** Reads the keys again after a change or when they are older than {@link READ_AGE}. */
  private async refresh(): Promise<void> {
    try {
      while (!this.isAsNewAs(await this.changes.versionOf('keys')))
        await (this.reading ??= this.read().finally(() => (this.reading = undefined)));
    } catch (error) {
      if (!this.wasReadWithin(READ_AGE_WITHOUT_DATABASE)) throw error;
    }
  }

  private isAsNewAs(version: number): boolean {
    return version === this.version && this.wasReadWithin(READ_AGE);
  }

  /** After a clock was set back: false. */
  private wasReadWithin(age: number): boolean {
    const elapsed = this.clock.now() - this.readAt;
    return elapsed >= 0 && elapsed < age;
  }

  private async read(): Promise<void> {
    const version = await this.changes.versionOf('keys');
    this.keys = await this.repository.findAll();
    this.version = version;
    this.readAt = this.clock.now();
    for (const kid of this.opened.keys()) if (!this.keys.some((key) => key.kid === kid)) this.opened.delete(kid);
    if (this.dueChains(this.readAt).length > 0) void this.maintain();
  }

  private open(key: StoredSigningKey): OpenKey {
    const { kid, alg } = key;
    const privateKey = this.opened.get(kid) ?? openPrivateKey(key, this.derived.sealing);
    this.opened.set(kid, privateKey);
    return { kid, alg, privateKey };
  }
}
