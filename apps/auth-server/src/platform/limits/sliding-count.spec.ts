import { type Slot, fullUntil, inWindow, minus, plusOne, total } from './sliding-count';

const WINDOW = 900_000;
const NOW = 1_700_000_000_000;

const countAt = (...times: number[]) =>
  times.reduce<Slot[]>((slots, at) => plusOne(inWindow(slots, WINDOW, at), WINDOW, at), []);

describe('a sliding count', () => {
  it('is full until the oldest that fills it has left the window', () => {
    const slots = countAt(NOW, NOW + 600_000, NOW + 600_001);
    expect(fullUntil(slots, 4, WINDOW)).toBeNull();
    expect(fullUntil(slots, 3, WINDOW)).toBe(NOW + WINDOW);
    expect(fullUntil(slots, 2, WINDOW)).toBe(NOW + 600_000 + WINDOW);
  });

  it('forgets what has left the window, at the limit itself', () => {
    const slots = countAt(NOW);
    expect(total(inWindow(slots, WINDOW, NOW + WINDOW - 1))).toBe(1);
    expect(total(inWindow(slots, WINDOW, NOW + WINDOW))).toBe(0);
  });

  it('believes no clock that was more than a window ahead', () => {
    const slots = countAt(NOW + WINDOW + 1);
    expect(inWindow(slots, WINDOW, NOW)).toEqual([]);
    expect(inWindow(slots, WINDOW, NOW + 1)).toEqual(slots);
  });

  it('stays small however much is counted, also by a clock that goes back and forth', () => {
    const times = Array.from({ length: 10_000 }, (_, n) => NOW + ((n * 7_919) % WINDOW));
    expect(countAt(...times).length).toBeLessThanOrEqual(30);
    const slots = countAt(...Array.from({ length: 10_000 }, (_, n) => NOW + n * 100));
    expect(slots.length).toBeLessThanOrEqual(16);
    expect(total(slots)).toBeGreaterThan(8_000);
  });

  it('takes back the newest first', () => {
    const slots: Slot[] = [
      [1, 3],
      [2, 2],
    ];
    expect(minus(slots, 0)).toEqual(slots);
    expect(minus(slots, 1)).toEqual([
      [1, 3],
      [2, 1],
    ]);
    expect(minus(slots, 3)).toEqual([[1, 2]]);
    expect(minus(slots, 9)).toEqual([]);
  });
});
