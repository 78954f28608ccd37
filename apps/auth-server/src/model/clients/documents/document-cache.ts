import { type CacheLimits, RecentlyUsed } from '../recently-used';
import type { DocumentClient } from '../registered-client';

const LIMITS: CacheLimits = { entries: 1_000, bytes: 8 * 1024 * 1024 };

/** Bytes of an entry beside its texts; estimated. */
const OVERHEAD = 2_048;

export class DocumentCache {
  private readonly kept: RecentlyUsed<DocumentClient>;

  constructor(limits = LIMITS) {
    this.kept = new RecentlyUsed(limits);
  }

  get(clientId: string): DocumentClient | undefined {
    return this.kept.get(clientId);
  }

  set(client: DocumentClient): void {
    // One character outside Latin-1 doubles the bytes of a string.
    const bytes = OVERHEAD + 2 * (client.clientId.length + JSON.stringify(client.described).length);
    this.kept.set(client.clientId, client, bytes);
  }

  delete(clientId: string): void {
    this.kept.delete(clientId);
  }
}
