/** Callers choose what is cached, so every cache is bounded. */
export interface CacheLimits {
  entries?: number;
  bytes?: number;
}

/** An LRU cache; callers estimate the bytes of a value. */
export class RecentlyUsed<Value> {
  private readonly entries = new Map<string, { value: Value; bytes: number }>();
  private bytes = 0;

  constructor(private readonly limits: CacheLimits) {}

  get(name: string): Value | undefined {
    const entry = this.entries.get(name);
    if (entry === undefined) return undefined;
    // A Map keeps the order of insertion: re-inserting makes the entry the youngest.
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
