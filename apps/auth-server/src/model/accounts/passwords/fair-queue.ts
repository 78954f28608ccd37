interface Group<T> {
  size: number;
  items: T[];
  parts: Map<string, Group<T>>;
}

const newGroup = <T>(): Group<T> => ({ size: 0, items: [], parts: new Map() });

/** A bounded, hierarchical round-robin queue (ADR 33). A path lists an item's groups: network, address, email. */
export class FairQueue<T> {
  private readonly root = newGroup<T>();

  constructor(private readonly places: number) {}

  /** @returns the item that a full queue drops: the newest of the largest group, maybe this one. */
  add(path: readonly string[], item: T): T | undefined {
    let group = this.root;
    for (const name of path) {
      group.size += 1;
      const part = group.parts.get(name) ?? newGroup<T>();
      group.parts.set(name, part);
      group = part;
    }
    group.size += 1;
    group.items.push(item);
    return this.root.size > this.places ? takeNewest(this.root) : undefined;
  }

  next(): T | undefined {
    return this.root.size === 0 ? undefined : takeNext(this.root);
  }
}

/** Moves the part that had its turn behind the others. */
function takeNext<T>(group: Group<T>): T | undefined {
  group.size -= 1;
  const [first] = group.parts;
  if (first === undefined) return group.items.shift();
  const [name, part] = first;
  const item = takeNext(part);
  group.parts.delete(name);
  if (part.size > 0) group.parts.set(name, part);
  return item;
}

/** Takes from the largest part; of parts of equal size from the last one. */
function takeNewest<T>(group: Group<T>): T | undefined {
  group.size -= 1;
  const parts = [...group.parts];
  if (parts.length === 0) return group.items.pop();
  const [name, largest] = parts.reduce((most, part) => (part[1].size >= most[1].size ? part : most));
  const item = takeNewest(largest);
  if (largest.size === 0) group.parts.delete(name);
  return item;
}
