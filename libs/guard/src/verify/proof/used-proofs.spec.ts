import { UsedProofs } from './used-proofs.ts';

const AT = 1_800_000_000_000;

function thrownBy(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    return error;
  }
}

describe('UsedProofs', () => {
  it('takes each once, until it has expired', () => {
    const used = new UsedProofs();
    expect(used.use('a', AT + 60_000, AT)).toBe(true);
    expect(used.use('b', AT + 60_000, AT)).toBe(true);
    expect(used.use('a', AT + 60_000, AT)).toBe(false);
    expect(used.use('a', AT + 60_000, AT + 60_000)).toBe(false);
    expect(used.use('a', AT + 130_000, AT + 59_999)).toBe(false);
    expect(used.use('a', AT + 130_000, AT + 70_000)).toBe(true);
  });

  it('when full it refuses new ones, and still knows the old', () => {
    const used = new UsedProofs(2);
    expect(used.use('a', AT + 5_000, AT)).toBe(true);
    expect(used.use('b', AT + 120_000, AT)).toBe(true);
    const full = { code: 'temporarily_unavailable', details: { retryAfter: 10 } };
    expect(thrownBy(() => used.use('c', AT + 120_000, AT))).toMatchObject(full);
    expect(['a', 'b'].map((id) => used.use(id, AT + 120_000, AT))).toEqual([false, false]);
  });

  it('has room again once proofs have expired', () => {
    const used = new UsedProofs(2);
    for (const id of ['a', 'b']) used.use(id, AT + 5_000, AT);
    expect(() => used.use('c', AT + 65_000, AT + 9_999)).toThrow();
    expect(['c', 'd'].map((id) => used.use(id, AT + 70_000, AT + 10_000))).toEqual([true, true]);
    expect(() => used.use('e', AT + 70_000, AT + 10_000)).toThrow();
  });
});
