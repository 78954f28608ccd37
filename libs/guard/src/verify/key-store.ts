import { BearerFault } from '../bearer/bearer-fault.ts';
import type { Clock } from './clock.ts';
import type { KeySet } from './key-set.ts';
import type { VerificationKey } from './verification-key.ts';

/** Milliseconds. */
const REFRESH_AGE = 600_000;
const WAIT_AGE = 2 * REFRESH_AGE;
const COOLDOWN = 30_000;
const FIRST_FETCH_COOLDOWN = 1_000;

export interface KeyStoreSettings {
  readonly clock: Clock;
  /** Fetches the issuer's keys; rejects with an Error for the log. */
  readonly fetchKeys: () => Promise<KeySet>;
  /** Called when the keys could not be fetched, with the reason and whether older ones are used. */
  readonly onFailure: (error: unknown, hasKeys: boolean) => void;
}

/**
 * The issuer's keys, cached. They are fetched again after 10 minutes, and for an unknown `kid`, but then at most every
 * 30 seconds, so that invented ones do not burden the issuer. If fetching fails, the cached keys are used.
 */
export class KeyStore {
  private keys: KeySet | undefined;
  private fetchedAt = 0;
  private attemptedAt = -Infinity;
  private missedAt = -Infinity;
  private lastFailed = false;
  private running: Promise<void> | undefined;

  constructor(private readonly settings: KeyStoreSettings) {}

  /** The key of that id, or undefined. Throws `temporarily_unavailable` without any keys. */
  async find(kid: string): Promise<VerificationKey | undefined> {
    const readBefore = this.keys !== undefined;
    const key = (await this.current()).get(kid);
    if (key !== undefined || !readBefore) return key;
    await this.lookForNewKeys();
    return this.keys?.get(kid);
  }

  /**
   * Its own cooldown: a new key right after the first fetch is found at once, and invented ids cost one fetch in 30
   * seconds.
   */
  private async lookForNewKeys(): Promise<void> {
    if (this.running === undefined && !this.hasPassed(COOLDOWN, this.missedAt)) return;
    this.missedAt = this.settings.clock.now();
    await this.refresh();
  }

  private async current(): Promise<KeySet> {
    if (this.keys === undefined) return this.first();
    if (this.hasPassed(REFRESH_AGE, this.fetchedAt) && this.mayRefresh(COOLDOWN)) {
      const refreshed = this.refresh();
      // Under load calls do not wait; after a pause a withdrawn key must not serve one more call.
      if (this.hasPassed(WAIT_AGE, this.fetchedAt) && !this.lastFailed) await refreshed;
    }
    return this.keys;
  }

  private async first(): Promise<KeySet> {
    if (this.mayRefresh(FIRST_FETCH_COOLDOWN)) await this.refresh();
    if (this.keys === undefined) throw BearerFault.keysUnavailable('the keys of the issuer cannot be read', 1);
    return this.keys;
  }

  /** Joining a running fetch costs the issuer nothing. */
  private mayRefresh(cooldown: number): boolean {
    return this.running !== undefined || this.hasPassed(cooldown, this.attemptedAt);
  }

  /** Fetches the keys; concurrent calls share it. Never rejects. */
  private refresh(): Promise<void> {
    this.running ??= this.read().finally(() => (this.running = undefined));
    return this.running;
  }

  private async read(): Promise<void> {
    const { clock, fetchKeys, onFailure } = this.settings;
    this.attemptedAt = clock.now();
    try {
      this.keys = await fetchKeys();
      this.fetchedAt = clock.now();
      this.lastFailed = false;
    } catch (error) {
      this.lastFailed = true;
      onFailure(error, this.keys !== undefined);
    }
  }

  /** A clock set back counts as passed: waiting for it could take hours. */
  private hasPassed(span: number, since: number): boolean {
    const elapsed = this.settings.clock.now() - since;
    return elapsed < 0 || elapsed >= span;
  }
}
