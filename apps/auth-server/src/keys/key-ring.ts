import { Inject, Injectable, type BeforeApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { KeyObject } from 'node:crypto';
import type { JWK } from 'jose';
import type { Logger } from 'pino';
import { CLOCK, type Clock } from '../config/clock';
import { SETTINGS, type Settings, type SigningAlgorithm } from '../config/settings';
import { Changes } from '../database/changes';
import { LOGGER } from '../http/server/logger';
import {
  type KeyChain,
  type KeyPurpose,
  chainsOf,
  droppableKeysOf,
  dueKey,
  idTokenChain,
  keysOf,
  publicKeysOf,
} from '../protocol/signing/key-chain';
import { LAST_RENEWAL, RENEWAL, nextKey, signingKey, useToStore } from '../protocol/signing/key-schedule';
import { accessTokenChain, tokenTtlOf } from './chain-settings';
import { DerivedKeys } from './derived-keys';
import { newSigningKey } from './new-signing-key';
import { openPrivateKey } from './open-private-key';
import { type Signer, SigningKeyRepository, type StoredSigningKey } from './signing-key.repository';

/** Milliseconds for which what was read counts, though nobody told of a change. */
const READ_AGE = 10_000;

/** The same while the database does not answer; the schedule's lag covers it and clocks that are 20 s off. */
const READ_AGE_WITHOUT_DATABASE = 20_000;

/** Milliseconds between two looks at what there is to do. */
const PULSE = 5_000;

/** The key of one signature. */
export interface OpenKey {
  kid: string;
  alg: SigningAlgorithm;
  privateKey: KeyObject;
}

/**
 * The signing keys as this process knows them, by the schedule (ADR 13): it signs with the right one at every moment,
 * makes the next one when it is due and drops what is over. Every process does the same; none of them leads.
 */
@Injectable()
export class KeyRing implements OnModuleInit, BeforeApplicationShutdown {
  private keys: readonly StoredSigningKey[] = [];
  private readonly opened = new Map<string, KeyObject>();
  private readonly accessTokens: KeyChain;
  private version: number | undefined;
  private readAt = -Infinity;
  private over: readonly string[] = [];
  private reading: Promise<void> | undefined;
  /** By purpose and algorithm. */
  private readonly preparing = new Map<string, Promise<void>>();
  private tending: Promise<void> | undefined;
  private pulse: NodeJS.Timeout | undefined;

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
    this.tending = this.tendOnce().finally(() => (this.tending = undefined));
    await this.tending;
    this.pulse = setInterval(() => void this.tend(), PULSE).unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.pulse);
    await this.tending;
  }

  /**
   * The key to sign access tokens with at this moment. Its row says already that it is used. To say so again is left to
   * the pulse while there is time: a code or refresh token is spent by now, and would be lost where it cannot be stored.
   */
  signing(): Promise<OpenKey> {
    return this.signingOf(this.accessTokens, LAST_RENEWAL);
  }

  /** The key to sign ID tokens with. The first one is made here: not every server is asked for any, and RSA is slow. */
  signingIdTokens(alg: SigningAlgorithm): Promise<OpenKey> {
    return this.signingOf(idTokenChain(this.accessTokens, alg), LAST_RENEWAL);
  }

  /** Has that key made, and said in advance that it is used: no pulse does so for ID tokens. */
  async prepareIdTokens(alg: SigningAlgorithm): Promise<void> {
    await this.signingOf(idTokenChain(this.accessTokens, alg), RENEWAL);
  }

  /** Whether a key that signs ID tokens would have to have that stored first. Where there is none, none may be asked for. */
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

  /** Does what there is to do; what fails is tried again at the next look. */
  tend(): Promise<void> {
    this.tending ??= this.tendOnce()
      .catch((error: unknown) => this.logger.warn({ reason: String(error) }, 'the keys could not be looked after'))
      .finally(() => (this.tending = undefined));
    return this.tending;
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

  private async tendOnce(): Promise<void> {
    await this.signingOf(this.accessTokens, RENEWAL);
    const now = this.clock.now();
    for (const chain of this.dueChains(now)) await this.makeNext(chain);
    await this.dropWhatIsOver(now);
  }

  private dueChains(now: number): KeyChain[] {
    return chainsOf(this.keys, this.accessTokens).filter((chain) => dueKey(this.keys, chain, now) !== null);
  }

  /** Seen twice: a clock that jumps and comes back drops nothing. */
  private async dropWhatIsOver(now: number): Promise<void> {
    const over = droppableKeysOf(this.keys, this.accessTokens, now).map(({ kid }) => kid);
    const wasSeen = over.some((kid) => this.over.includes(kid));
    this.over = over;
    if (!wasSeen) return;
    for (const kid of await this.repository.drop(this.accessTokens, now))
      this.logger.info({ kid }, 'a signing key is dropped');
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
    if (isKept) this.logger.info({ kid: key.kid, alg: key.alg }, 'a signing key is announced');
  }

  /** Reads the keys again where they were changed, or what is known of them is old. */
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

  /** A clock set back counts as old. */
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
    if (this.dueChains(this.readAt).length > 0) void this.tend();
  }

  private open(key: StoredSigningKey): OpenKey {
    const { kid, alg } = key;
    const privateKey = this.opened.get(kid) ?? openPrivateKey(key, this.derived.sealing);
    this.opened.set(kid, privateKey);
    return { kid, alg, privateKey };
  }
}
