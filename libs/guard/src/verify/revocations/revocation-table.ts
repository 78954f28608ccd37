/** 32-bit words of a slot: four of the digest, `n`, `exp`. A slot without `exp` is free. */
const SLOT = 6;
const EXPIRY = 5;
const FEWEST_SLOTS = 64;
/** Linear probing: found in 2 to 3 steps, not found in 13, where so much is taken. */
const MOST_TAKEN = 0.8;

/** Higher than every counter of a token: refuses always. */
export const ALWAYS = 0xffff_ffff;

/**
 * Digests with the counter below which tokens are refused: a hash table in one typed array, 30 to 60 bytes an entry, so
 * that a hundred thousand of them are no objects for the garbage collector.
 */
export class RevocationTable {
  private slots = new Uint32Array(FEWEST_SLOTS * SLOT);
  private taken = 0;

  get size(): number {
    return this.taken;
  }

  /** Bytes of memory. */
  get bytes(): number {
    return this.slots.byteLength;
  }

  /** The counter that a token with this digest must have reached; 0 where it is not held. All 16 bytes count. */
  find(digest: string): number {
    const at = slotOf(this.slots, digest);
    return this.slots[at + EXPIRY] === 0 ? 0 : this.slots[at + 4]!;
  }

  /**
   * Holds the highest counter of a digest, until the last expiry of any. Returns whether it refuses more than before.
   *
   * @param digest 16 characters, one a byte.
   * @param expiresAt epoch seconds.
   */
  add(digest: string, n: number, expiresAt: number): boolean {
    const at = slotOf(this.slots, digest);
    const { slots } = this;
    if (!isTaken(slots, at)) {
      this.insert(digest, n, expiresAt);
      return true;
    }
    const before = slots[at + 4]!;
    slots[at + 4] = Math.max(before, n);
    slots[at + EXPIRY] = Math.max(slots[at + EXPIRY]!, seconds(expiresAt));
    return n > before;
  }

  /** Holds this counter in place of any other. */
  set(digest: string, n: number, expiresAt: number): void {
    const at = slotOf(this.slots, digest);
    if (!isTaken(this.slots, at)) return this.insert(digest, n, expiresAt);
    this.slots[at + 4] = n;
    this.slots[at + EXPIRY] = seconds(expiresAt);
  }

  /** Drops what expired before `now`, in epoch seconds. */
  purge(now: number): void {
    const { slots } = this;
    let living = 0;
    for (let at = 0; at < slots.length; at += SLOT) if (slots[at + EXPIRY]! >= now && isTaken(slots, at)) living++;
    if (living < this.taken) this.rebuild(slotsFor(living), now);
  }

  private insert(digest: string, n: number, expiresAt: number): void {
    if ((this.taken + 1) * SLOT > this.slots.length * MOST_TAKEN) this.rebuild((this.slots.length / SLOT) * 2, 0);
    const at = slotOf(this.slots, digest);
    for (let word = 0; word < 4; word++) this.slots[at + word] = wordOf(digest, word);
    this.slots[at + 4] = n;
    this.slots[at + EXPIRY] = seconds(expiresAt);
    this.taken++;
  }

  private rebuild(count: number, now: number): void {
    const old = this.slots;
    const slots = new Uint32Array(count * SLOT);
    let taken = 0;
    for (let from = 0; from < old.length; from += SLOT) {
      if (!isTaken(old, from) || old[from + EXPIRY]! < now) continue;
      let to = homeOf(slots, old[from]!);
      while (isTaken(slots, to)) to = after(slots, to);
      for (let word = 0; word < SLOT; word++) slots[to + word] = old[from + word]!;
      taken++;
    }
    this.slots = slots;
    this.taken = taken;
  }
}

/** Where a digest stands, or the free slot where it would. */
function slotOf(slots: Uint32Array, digest: string): number {
  const first = wordOf(digest, 0);
  let at = homeOf(slots, first);
  while (isTaken(slots, at) && !(slots[at] === first && isSame(slots, at, digest))) at = after(slots, at);
  return at;
}

function isSame(slots: Uint32Array, at: number, digest: string): boolean {
  for (let word = 1; word < 4; word++) if (slots[at + word] !== wordOf(digest, word)) return false;
  return true;
}

/** Digests are random already, so their first bits spread them; the number of slots is a power of two. */
const homeOf = (slots: Uint32Array, first: number) => (first & (slots.length / SLOT - 1)) * SLOT;
const after = (slots: Uint32Array, at: number) => (at + SLOT === slots.length ? 0 : at + SLOT);
const isTaken = (slots: Uint32Array, at: number) => slots[at + EXPIRY] !== 0;
const seconds = (time: number) => Math.min(Math.max(Math.ceil(time), 1), 0xffff_ffff);

function wordOf(digest: string, word: number): number {
  const at = word * 4;
  const low = digest.charCodeAt(at) | (digest.charCodeAt(at + 1) << 8) | (digest.charCodeAt(at + 2) << 16);
  return (low | (digest.charCodeAt(at + 3) << 24)) >>> 0;
}

function slotsFor(count: number): number {
  let slots = FEWEST_SLOTS;
  while (count > slots * MOST_TAKEN) slots *= 2;
  return slots;
}
