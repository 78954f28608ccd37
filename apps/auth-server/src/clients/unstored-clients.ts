import type { UnstoredClient } from './registered-client';

/** Strangers choose which documents are fetched, so what a process remembers of them is bounded. */
export interface CacheLimits {
  entries: number;
  bytes: number;
}

const LIMITS: CacheLimits = { entries: 1_000, bytes: 8 * 1024 * 1024 };

/** What an entry takes beside its texts, in bytes; estimated. */
const OVERHEAD = 2_048;

interface Entry {
  client: UnstoredClient;
  bytes: number;
}

/** Clients that this process knows by their documents alone; the least recently used is dropped first. */
export class UnstoredClients {
  private readonly entries = new Map<string, Entry>();
  private bytes = 0;

  constructor(private readonly limits = LIMITS) {}

  get(clientId: string): UnstoredClient | undefined {
    const entry = this.entries.get(clientId);
    if (entry === undefined) return undefined;
    // A Map keeps the order of insertion: the first entry is the least recently used.
    this.entries.delete(clientId);
    this.entries.set(clientId, entry);
    return entry.client;
  }

  set(client: UnstoredClient): void {
    this.delete(client.clientId);
    // A character outside Latin-1 makes the whole string take two bytes each.
    const bytes = OVERHEAD + 2 * (client.clientId.length + JSON.stringify(client.described).length);
    this.entries.set(client.clientId, { client, bytes });
    this.bytes += bytes;
    for (const clientId of this.entries.keys()) {
      if (this.entries.size <= this.limits.entries && this.bytes <= this.limits.bytes) return;
      this.delete(clientId);
    }
  }

  delete(clientId: string): void {
    this.bytes -= this.entries.get(clientId)?.bytes ?? 0;
    this.entries.delete(clientId);
  }
}
