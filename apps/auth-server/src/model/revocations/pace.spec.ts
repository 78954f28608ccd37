import { Pace } from './pace';

describe('a pace', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('works at once, and then once an interval for all calls of it', () => {
    const times: number[] = [];
    const began = performance.now();
    const elapsed = () => performance.now() - began;
    const pace = new Pace(
      () => 50,
      { elapsed },
      () => times.push(elapsed()),
    );
    for (let ms = 0; ms < 120; ms += 10) {
      pace.call();
      pace.call();
      jest.advanceTimersByTime(10);
    }
    expect(times).toEqual([0, 50, 100]);
    pace.stop();
    jest.advanceTimersByTime(1_000);
    expect([times.length, jest.getTimerCount()]).toEqual([3, 0]);
  });
});
