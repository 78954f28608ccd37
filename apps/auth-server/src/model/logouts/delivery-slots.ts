const MOST = 32;
const MOST_SHARING = { client: 4, account: 8, host: 8, slow: 8 };

/** `slow` is null for a client that was not slow. */
export type Shared = Record<keyof typeof MOST_SHARING, string | null>;

/** Limits concurrent deliveries: no client, account or host takes all slots, nor do all slow clients together. */
export class DeliverySlots {
  private taken = 0;
  private readonly sharing = new Map<string, number>();

  get isFull(): boolean {
    return this.taken >= MOST;
  }

  /** @returns a function that frees the slot; `null` if none is free. */
  take(shared: Shared): (() => void) | null {
    const kinds = Object.keys(MOST_SHARING) as (keyof typeof MOST_SHARING)[];
    const kept = kinds.filter((kind) => shared[kind] !== null);
    const keyOf = (kind: keyof typeof MOST_SHARING) => `${kind} ${shared[kind]}`;
    if (this.isFull || kept.some((kind) => this.count(keyOf(kind)) >= MOST_SHARING[kind])) return null;
    const keys = kept.map(keyOf);
    this.add(keys, 1);
    return () => this.add(keys, -1);
  }

  private count = (key: string) => this.sharing.get(key) ?? 0;

  private add(keys: readonly string[], change: 1 | -1): void {
    this.taken += change;
    for (const key of keys) {
      const count = this.count(key) + change;
      if (count === 0) this.sharing.delete(key);
      else this.sharing.set(key, count);
    }
  }
}
