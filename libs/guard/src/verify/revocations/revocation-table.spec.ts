import { createHash } from 'node:crypto';

import { ALWAYS, RevocationTable } from './revocation-table.ts';

const digest = (value: unknown) => createHash('sha256').update(String(value)).digest().toString('latin1', 0, 16);

describe('RevocationTable', () => {
  it('agrees with a Map, whatever comes in which order, also when it grows and is purged', () => {
    const table = new RevocationTable();
    const model = new Map<string, { n: number; exp: number }>();
    let seed = 7;
    const random = (most: number) => (seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0) % most;
    for (let step = 0; step < 30_000; step++) {
      const name = digest(random(8_000));
      const [n, exp] = [random(4) === 0 ? ALWAYS : random(100) + 1, 1_000 + random(500)];
      table.add(name, n, exp);
      const held = model.get(name) ?? { n: 0, exp: 0 };
      model.set(name, { n: Math.max(held.n, n), exp: Math.max(held.exp, exp) });
      if (step % 10_000 !== 9_999) continue;
      table.purge(1_400);
      for (const [key, { exp: end }] of model) if (end < 1_400) model.delete(key);
    }
    expect(table.size).toBe(model.size);
    for (let value = 0; value < 8_000; value++) {
      expect(table.find(digest(value))).toBe(model.get(digest(value))?.n ?? 0);
    }
  });

  it('compares all 16 bytes', () => {
    const table = new RevocationTable();
    const held = digest('held');
    table.add(held, ALWAYS, 1);
    for (let at = 0; at < 16; at++) {
      const other = held.slice(0, at) + String.fromCharCode(held.charCodeAt(at) ^ 1) + held.slice(at + 1);
      expect(table.find(other)).toBe(0);
      table.add(other, at + 1, 1);
    }
    expect(table.find(held)).toBe(ALWAYS);
    expect(table.size).toBe(17);
  });

  it('holds an entry until its expiry, and a time past 2106 as long as it can', () => {
    const table = new RevocationTable();
    table.add(digest('a'), ALWAYS, 1_000.2);
    table.add(digest('b'), ALWAYS, Number.MAX_SAFE_INTEGER);
    table.purge(1_001);
    expect([table.find(digest('a')), table.find(digest('b'))]).toEqual([ALWAYS, ALWAYS]);
    table.purge(1_002);
    expect([table.find(digest('a')), table.find(digest('b'))]).toEqual([0, ALWAYS]);
  });

  it('sets a counter in place of a higher one', () => {
    const table = new RevocationTable();
    table.set(digest('a'), ALWAYS, 1_000);
    table.set(digest('a'), 0, 1_000);
    expect([table.find(digest('a')), table.size]).toEqual([0, 1]);
  });

  it('takes about 40 bytes an entry at 100,000, at most three times as much, and gives it back', () => {
    const table = new RevocationTable();
    for (let value = 0; value < 100_000; value++) table.add(digest(value), 1, value < 99_900 ? 1_000 : 2_000);
    process.stdout.write(`100,000 entries take ${(table.bytes / 100_000).toFixed(1)} bytes each\n`);
    expect(table.bytes / 100_000).toBeLessThan(3 * 40);
    table.purge(1_500);
    expect(table.size).toBe(100);
    expect(table.bytes).toBeLessThan(10_000);
  });
});
