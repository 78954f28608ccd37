export interface StoredEntry {
  /** Unique to each write. */
  readonly version: string;
  /** JSON with the person's tokens, and their DPoP key. */
  readonly data: string;
}

/**
 * Keeps tokens, one entry per person, for all processes of the application. `swap` lets one process refresh while the
 * others wait, so it must be atomic across all of them.
 */
export interface TokenStore {
  find(person: string): Promise<StoredEntry | undefined>;
  /**
   * If the stored entry has this version (`undefined`: if there is none), replaces it by `next`, or deletes it if `next` is
   * undefined.
   *
   * @returns whether it did.
   */
  swap(person: string, version: string | undefined, next: StoredEntry | undefined): Promise<boolean>;
}
