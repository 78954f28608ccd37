import { BatchSize } from './batch-size';

const afterBatches = (times: number[]) => {
  const batchSize = new BatchSize();
  for (const took of times) batchSize.adapt(took);
  return batchSize.size;
};

const many = (took: number) => Array.from({ length: 20 }, () => took);

describe('the size of a batch', () => {
  it.each([
    ['begins with one row', [], 1],
    ['grows while batches are quick, twofold at most', [0, 1, 5], 8],
    ['grows to what fits', [0, 0, 0, 0, 0, 0, 0, 12.8], 100],
    ['stays where rows take their time', [0, 0, 0, 10, 10], 8],
    ['shrinks at once to what fits', [0, 0, 0, 0, 80], 2],
    ['has an upper end', many(0), 400],
    ['has a lower end', [0, ...many(500)], 1],
    ['grows from there', [0, ...many(500), 0, 0], 4],
    ['does not shrink for what less rows do not change: a slow disk', many(60), 400],
  ])('%s', (_name, times, size) => {
    expect(afterBatches(times)).toBe(size);
  });

  it.each([
    [0.01, 0.3],
    [0.04, 8],
    [0.5, 0.3],
    [3, 0.3],
    [9, 0.3],
  ])('keeps each batch below 20 ms, from the first, where a row takes %d ms and its end %d ms', (row, end) => {
    const batchSize = new BatchSize();
    const times: number[] = [];
    for (let batch = 0; batch < 100; batch += 1) {
      times.push(end + batchSize.size * row);
      batchSize.adapt(times.at(-1)!);
    }
    expect(Math.max(...times)).toBeLessThan(20);
    // The time limit alone would also allow tiny batches.
    expect(batchSize.size).toBeGreaterThanOrEqual(Math.min(400, Math.floor(10 / row)));
  });
});
