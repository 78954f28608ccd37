import { setImmediate as turn } from 'node:timers/promises';
import { SharedRead } from './shared-read';

describe('a shared read', () => {
  it('serves each call by a read that began after it, and as few as that takes', async () => {
    let stored = 0;
    const answers: number[] = [];
    const reading = new SharedRead(async () => {
      const found = stored;
      await turn();
      answers.push(found);
    });
    const first = reading.call();
    stored = 1;
    const [second, third] = [reading.call(), reading.call()];
    await first;
    stored = 2;
    const fourth = reading.call();
    await Promise.all([second, third, fourth]);
    expect(answers).toEqual([0, 2]);
  });

  it('begins again after a failure, which only its own callers hear of', async () => {
    let fails = true;
    const reading = new SharedRead(async () => {
      await turn();
      if (fails) throw new Error('away');
    });
    const first = reading.call();
    const second = reading.call();
    await expect(first).rejects.toThrow('away');
    fails = false;
    await second;
    await reading.call();
  });
});
