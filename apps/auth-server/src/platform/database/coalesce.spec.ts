import { coalesce } from './coalesce';

describe('coalescing', () => {
  const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

  /** One call at the beginning, then the given number per turn. @returns how many are sent, and when. */
  async function departure(come: readonly number[], most = 64) {
    let count = 1;
    let left: { count: number; turns: number } | undefined;
    let turns = 0;
    coalesce(
      () => count,
      most,
      () => (left = { count, turns }),
    );
    for (; left === undefined; turns += 1) {
      await turn();
      count += come[turns] ?? 0;
    }
    return left;
  }

  it.each<[string, number[], { count: number; turns: number }]>([
    ['who is alone waits for no second turn to pass', [], { count: 1, turns: 1 }],
    ['who comes in the next turn comes along', [3], { count: 4, turns: 2 }],
    ['nobody waits for who comes after a turn that brought nobody', [0, 3], { count: 1, turns: 1 }],
    ['nobody waits for ever, though every turn brings more', [1, 1, 1, 1, 1, 1], { count: 3, turns: 2 }],
  ])('%s', async (_, come, left) => {
    expect(await departure(come)).toEqual(left);
  });

  it('a full one waits for nobody', async () => {
    expect(await departure([1, 1, 1], 1)).toEqual({ count: 1, turns: 0 });
    expect(await departure([1, 1, 1], 2)).toEqual({ count: 2, turns: 1 });
  });
});
