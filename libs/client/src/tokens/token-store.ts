export interface StoredEntry {
  /** Another text for each write. */
  readonly version: string;
  /** JSON with the person's tokens, and their DPoP key. */
  readonly data: string;
}

/**
 * Where tokens are kept: one entry for each person. All processes of the application share it. `swap` is what makes one
 * process refresh while the others wait, so it must be atomic in all of them.
 */
export interface TokenStore {
  find(person: string): Promise<StoredEntry | undefined>;
  /**
   * If the entry stored now has this version (`undefined`: if none is stored), replaces it, or deletes it for `undefined`.
   *
   * @returns whether it did.
   */
  swap(person: string, version: string | undefined, next: StoredEntry | undefined): Promise<boolean>;
}
