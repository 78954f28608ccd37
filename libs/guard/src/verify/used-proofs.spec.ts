import { UsedProofs } from './used-proofs.ts';

describe('UsedProofs', () => {
  it('takes each once, until it has expired', () => {
    const used = new UsedProofs();
    expect(used.use({ id: 'a', expiresAt: 100 }, 0)).toBe(true);
    expect(used.use({ id: 'b', expiresAt: 100 }, 0)).toBe(true);
    expect(used.use({ id: 'a', expiresAt: 100 }, 100)).toBe(false);
    expect(used.use({ id: 'a', expiresAt: 200 }, 101)).toBe(true);
    expect(used.use({ id: 'a', expiresAt: 200 }, 102)).toBe(false);
  });

  it('remembers so many, and forgets the oldest first', () => {
    const used = new UsedProofs(2);
    for (const id of ['a', 'b', 'c']) expect(used.use({ id, expiresAt: 100 }, 0)).toBe(true);
    expect(['b', 'c'].map((id) => used.use({ id, expiresAt: 100 }, 0))).toEqual([false, false]);
    expect(used.use({ id: 'a', expiresAt: 100 }, 0)).toBe(true);
  });
});
