import { SeenVersions } from './seen-versions';

describe('the versions that were read', () => {
  const addAll = (seen: SeenVersions, versions: number[], now = 0) =>
    versions.filter((version) => seen.add(version, now));

  it('are read again from the first one that is missing, for half a minute', () => {
    const seen = new SeenVersions(false);
    expect(addAll(seen, [1, 2, 4, 6])).toEqual([1, 2, 4, 6]);
    expect([seen.floor(0), seen.last]).toEqual([2, 6]);
    expect(addAll(seen, [3, 4, 6], 29_000)).toEqual([3]);
    expect(seen.floor(29_999)).toBe(4);
    // A transaction that was rolled back leaves a gap for ever.
    expect(seen.floor(30_000)).toBe(6);
    expect(addAll(seen, [5, 7], 30_000)).toEqual([7]);
    expect(seen.floor(30_000)).toBe(7);
  });

  it('each gap waits for half a minute since a later version was read', () => {
    const seen = new SeenVersions(false);
    addAll(seen, [2], 0);
    addAll(seen, [4], 20_000);
    expect(seen.floor(29_999)).toBe(0);
    expect(seen.floor(30_000)).toBe(2);
    expect(seen.floor(49_999)).toBe(2);
    expect(seen.floor(50_000)).toBe(4);
  });

  it('are read once each where they are committed in order, without looking back', () => {
    const seen = new SeenVersions(true);
    expect(addAll(seen, [5, 9])).toEqual([5, 9]);
    expect(seen.floor(0)).toBe(9);
    expect(addAll(seen, [9])).toEqual([]);
  });

  it('may begin with a table that has grown for long', () => {
    const seen = new SeenVersions(false);
    seen.settle(500);
    expect(seen.floor(0)).toBe(500);
    addAll(seen, [501, 503, 1_000]);
    expect([seen.floor(0), seen.last]).toEqual([501, 1_000]);
    expect(addAll(seen, [1, 500, 502])).toEqual([502]);
    expect(seen.floor(0)).toBe(503);
  });

  it('lose nothing of 2,000 that arrive in any order within half a minute', () => {
    const seen = new SeenVersions(false);
    const stored = Array.from({ length: 2_000 }, (_, at) => at + 1);
    const late = new Map(stored.map((version) => [version, (version * 7_919) % 29_000]));
    const found = new Set<number>();
    for (let now = 0; now <= 60_000; now += 50) {
      const floor = seen.floor(now);
      for (const version of stored)
        if (version > floor && late.get(version)! + version <= now && seen.add(version, now)) found.add(version);
    }
    expect(found.size).toBe(2_000);
  });
});
