export interface MostListeners {
  ofProcess: number;
  ofAddress: number;
}

/** Counts the open streams of this process, and of each address. */
export class ListenerPlaces {
  private taken = 0;
  private readonly ofAddress = new Map<string, number>();

  constructor(private readonly most: MostListeners) {}

  /**
   * @param key of the address, or `null` where it has no limit of its own
   * @returns gives the place back, once; `null` if there is none
   */
  take(key: string | null): (() => void) | null {
    if (this.taken >= this.most.ofProcess) return null;
    if (key !== null && this.countOf(key) >= this.most.ofAddress) return null;
    this.add(key, 1);
    let isGiven = false;
    return () => {
      if (!isGiven) this.add(key, -1);
      isGiven = true;
    };
  }

  private countOf = (key: string) => this.ofAddress.get(key) ?? 0;

  private add(key: string | null, change: 1 | -1): void {
    this.taken += change;
    if (key === null) return;
    const count = this.countOf(key) + change;
    if (count === 0) this.ofAddress.delete(key);
    else this.ofAddress.set(key, count);
  }
}
