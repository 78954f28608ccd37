import { type CacheLimits, RecentlyUsed } from './recently-used';
import type { UnstoredClient } from './registered-client';

const LIMITS: CacheLimits = { entries: 1_000, bytes: 8 * 1024 * 1024 };

/** What an entry takes beside its texts, in bytes; estimated. */
const OVERHEAD = 2_048;

/** Clients that this process knows by their documents alone. */
export class UnstoredClients {
  private readonly kept: RecentlyUsed<UnstoredClient>;

  constructor(limits = LIMITS) {
    this.kept = new RecentlyUsed(limits);
  }

  get(clientId: string): UnstoredClient | undefined {
    return this.kept.get(clientId);
  }

  set(client: UnstoredClient): void {
    // A character outside Latin-1 makes the whole string take two bytes each.
    const bytes = OVERHEAD + 2 * (client.clientId.length + JSON.stringify(client.described).length);
    this.kept.set(client.clientId, client, bytes);
  }

  delete(clientId: string): void {
    this.kept.delete(clientId);
  }
}
