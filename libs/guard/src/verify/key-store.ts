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
  /** Reads the issuer's keys; rejects with an Error for the log. */
  readonly fetchKeys: () => Promise<KeySet>;
  /** Told when the keys could not be read: what happened, and whether older ones go on serving. */
  readonly onFailure: (error: unknown, hasKeys: boolean) => void;
}

/**
 * The issuer's keys: read on first need, then kept. The set is read again after 10 minutes, and for a `kid` it does not
 * hold, but then at most every 30 seconds, so that invented ones cannot make the guard hammer the issuer.
 * When reading fails the keys at hand go on serving.
 */
export class KeyStore {
  private keys: KeySet | undefined;
  private fetchedAt = 0;
  private attemptedAt = -Infinity;
  private missedAt = -Infinity;
  private lastFailed = false;
  private running: Promise<void> | undefined;

  constructor(private readonly settings: KeyStoreSettings) {}

  /** The key of that id, or undefined. Throws `temporarily_unavailable` while no keys could be read at all. */
  async find(kid: string): Promise<VerificationKey | undefined> {
    const readBefore = this.keys !== undefined;
    const key = (await this.current()).get(kid);
    if (key !== undefined || !readBefore) return key;
    await this.lookForNewKeys();
    return this.keys?.get(kid);
  }

  /**
   * Has a cooldown of its own: a key that is new right after the first reading is found at once, and invented ids still
   * cost the issuer one reading in 30 seconds.
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
      // A busy service never waits; after a quiet night a key that was withdrawn must not get one more call.
      if (this.hasPassed(WAIT_AGE, this.fetchedAt) && !this.lastFailed) await refreshed;
    }
    return this.keys;
  }

  private async first(): Promise<KeySet> {
    if (this.mayRefresh(FIRST_FETCH_COOLDOWN)) await this.refresh();
    if (this.keys === undefined) throw BearerFault.keysUnavailable('the keys of the issuer cannot be read', 1);
    return this.keys;
  }

  /** Joining a reading that is under way costs the issuer nothing. */
  private mayRefresh(cooldown: number): boolean {
    return this.running !== undefined || this.hasPassed(cooldown, this.attemptedAt);
  }

  /** Reads the keys; calls meanwhile share the reading. Never rejects. */
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

  /** A clock set back counts as passed: waiting for it to catch up could take hours. */
  private hasPassed(span: number, since: number): boolean {
    const elapsed = this.settings.clock.now() - since;
    return elapsed < 0 || elapsed >= span;
  }
}
