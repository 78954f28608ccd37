import { Pace } from './pace';

const afterBatches = (times: number[]) => {
  const pace = new Pace();
  for (const took of times) pace.adapt(took);
  return pace.size;
};

describe('the size of a batch', () => {
  it.each([
    ['begins small', [], 50],
    ['grows while batches are quick', [4, 4], 200],
    ['stays where they take their time', [7, 10], 50],
    ['shrinks at once where they take too long', [4, 4, 11], 100],
    ['has an upper end', Array.from({ length: 20 }, () => 1), 400],
    ['has a lower end, on the slowest disk', Array.from({ length: 20 }, () => 500), 25],
  ])('%s', (_name, times, size) => {
    expect(afterBatches(times)).toBe(size);
  });
});
