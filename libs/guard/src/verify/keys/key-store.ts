import { BearerFault } from '../../bearer/bearer-fault.ts';
import { type Clock, elapsedOf } from '../clock.ts';
import { type KeySet, keepUnchanged } from './key-set.ts';
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
  private signerMissedAt = -Infinity;
  private lastFailed = false;
  private running: Promise<void> | undefined;
  private readonly elapsed: () => number;

  constructor(private readonly settings: KeyStoreSettings) {
    this.elapsed = elapsedOf(settings.clock);
  }

  /** Whether a key that was found before may still serve; has old keys read again in the background, as `find` does. */
  holds(key: VerificationKey): boolean {
    return this.mayServe() && this.keys!.get(key.kid) === key;
  }

  /**
   * The key of that id, or undefined; a promise only where it waits for a fetch. Rejects with `temporarily_unavailable`
   * without any keys.
   */
  find(kid: string): VerificationKey | undefined | Promise<VerificationKey | undefined> {
    return (this.mayServe() ? this.keys!.get(kid) : undefined) ?? this.findByReading(kid);
  }

  /**
   * The key of what the issuer itself answered. Invented ids of tokens, which leave a new key unread for 30 seconds, must
   * not delay it: no other caller brings such an id.
   */
  async findSigner(kid: string): Promise<VerificationKey | undefined> {
    const found = await this.find(kid);
    if (found !== undefined || !this.hasPassed(FIRST_FETCH_COOLDOWN, this.signerMissedAt)) return found;
    this.signerMissedAt = this.elapsed();
    await this.refresh();
    return this.keys?.get(kid);
  }

  /** Reads the keys where none may serve yet. Rejects with `temporarily_unavailable`. */
  async load(): Promise<void> {
    if (this.mayServe()) return;
    if (this.keys === undefined) await this.readFirst();
    else await this.running;
  }

  /** Milliseconds since the keys were read; undefined without any. */
  age(): number | undefined {
    return this.keys && this.elapsed() - this.fetchedAt;
  }

  /** The ids of the keys at hand. */
  kids(): string[] {
    return [...(this.keys?.keys() ?? [])];
  }

  /**
   * Forgets a compromised key and reads the keys anew, whenever that was done last. The caller refuses its tokens by
   * itself: an answer from before may still list the key.
   */
  dropAndReload(kid: string): void {
    if (this.keys?.has(kid) !== true) return;
    this.keys = new Map([...this.keys].filter(([id]) => id !== kid));
    // Not by joining a fetch that runs.
    const before = this.running ?? Promise.resolve();
    void before.then(() => this.refresh());
  }

  private async findByReading(kid: string): Promise<VerificationKey | undefined> {
    if (this.mayServe()) await this.lookForNewKeys();
    else await this.load();
    return this.keys?.get(kid);
  }

  /** Under load calls do not wait for fresh keys; after a pause a withdrawn key must not serve one more call. */
  private mayServe(): boolean {
    if (this.keys === undefined) return false;
    if (!this.hasPassed(REFRESH_AGE, this.fetchedAt)) return true;
    if (this.hasPassed(COOLDOWN, this.attemptedAt)) void this.refresh();
    return this.lastFailed || !this.hasPassed(WAIT_AGE, this.fetchedAt);
  }

  /**
   * Its own cooldown: a new key right after the first fetch is found at once, and invented ids cost one fetch in 30
   * seconds.
   */
  private async lookForNewKeys(): Promise<void> {
    if (this.running === undefined && !this.hasPassed(COOLDOWN, this.missedAt)) return;
    this.missedAt = this.elapsed();
    await this.refresh();
  }

  /** Joining a running fetch costs the issuer nothing. */
  private async readFirst(): Promise<void> {
    if (this.running !== undefined || this.hasPassed(FIRST_FETCH_COOLDOWN, this.attemptedAt)) await this.refresh();
    if (this.keys === undefined) throw BearerFault.unavailable('the keys of the issuer cannot be read', 1);
  }

  /** Fetches the keys; concurrent calls share it. Never rejects. */
  private refresh(): Promise<void> {
    this.running ??= this.read().finally(() => (this.running = undefined));
    return this.running;
  }

  private async read(): Promise<void> {
    const { fetchKeys, onFailure } = this.settings;
    this.attemptedAt = this.elapsed();
    try {
      this.keys = keepUnchanged(await fetchKeys(), this.keys);
      this.fetchedAt = this.elapsed();
      this.lastFailed = false;
    } catch (error) {
      this.lastFailed = true;
      onFailure(error, this.keys !== undefined);
    }
  }

  /** A clock set back counts as passed: waiting for it could take hours. */
  private hasPassed(span: number, since: number): boolean {
    const elapsed = this.elapsed() - since;
    return elapsed < 0 || elapsed >= span;
  }
}
