import type { StoredEntry, TokenStore } from './token-store.ts';

/** Keeps entries in this process's memory, until it ends. */
export class MemoryTokenStore implements TokenStore {
  private readonly entries = new Map<string, StoredEntry>();

  async find(person: string): Promise<StoredEntry | undefined> {
    return this.entries.get(person);
  }

  async swap(person: string, version: string | undefined, next: StoredEntry | undefined): Promise<boolean> {
    if (this.entries.get(person)?.version !== version) return false;
    if (next === undefined) this.entries.delete(person);
    else this.entries.set(person, next);
    return true;
  }
}
