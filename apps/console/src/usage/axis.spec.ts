import { labelledOf, ticksOf } from './axis';

describe('the axis of counts', () => {
  it.each([
    [0, [0, 1]],
    [1, [0, 1]],
    [3, [0, 1, 2, 3]],
    [5, [0, 2, 4, 6]],
    [9, [0, 5, 10]],
    [21, [0, 10, 20, 30]],
    [80, [0, 20, 40, 60, 80]],
    [81, [0, 50, 100]],
    [12_345, [0, 5_000, 10_000, 15_000]],
  ])('up to %s is %s', (highest, ticks) => {
    expect(ticksOf(highest)).toEqual(ticks);
  });
});

describe('the axis of times', () => {
  const hours = Array.from({ length: 24 }, (_, place) => new Date(2026, 10, 24, 5 + place).getTime());
  const days = Array.from({ length: 30 }, (_, place) => new Date(2026, 10, place).getTime());
  const shown = (times: number[], labelled: boolean[]) =>
    times.filter((_, place) => labelled[place]).map((at) => new Date(at));

  it('names every sixth hour of the day, if there is room', () => {
    expect(shown(hours, labelledOf(hours, 'hours')).map((at) => at.getHours())).toEqual([6, 12, 18, 0]);
  });

  it('names each Monday, if there is room', () => {
    expect(shown(days, labelledOf(days, 'days')).map((at) => at.getDate())).toEqual([2, 9, 16, 23]);
  });
});
