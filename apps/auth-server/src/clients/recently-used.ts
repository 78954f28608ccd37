/** Strangers choose what is kept, so every cache of it is bounded. */
export interface CacheLimits {
  entries?: number;
  bytes?: number;
}

/** A cache whose least recently used entries are dropped first. Where bytes are limited, its owner estimates them. */
export class RecentlyUsed<Value> {
  private readonly entries = new Map<string, { value: Value; bytes: number }>();
  private bytes = 0;

  constructor(private readonly limits: CacheLimits) {}

  get(name: string): Value | undefined {
    const entry = this.entries.get(name);
    if (entry === undefined) return undefined;
    // A Map keeps the order of insertion: the first entry is the least recently used.
    this.entries.delete(name);
    this.entries.set(name, entry);
    return entry.value;
  }

  set(name: string, value: Value, bytes = 0): void {
    const { entries: most = Infinity, bytes: mostBytes = Infinity } = this.limits;
    this.delete(name);
    this.entries.set(name, { value, bytes });
    this.bytes += bytes;
    for (const oldest of this.entries.keys()) {
      if (this.entries.size <= most && this.bytes <= mostBytes) return;
      this.delete(oldest);
    }
  }

  delete(name: string): void {
    this.bytes -= this.entries.get(name)?.bytes ?? 0;
    this.entries.delete(name);
  }
}
