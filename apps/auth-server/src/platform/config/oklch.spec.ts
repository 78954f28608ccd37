import { hexOf, oklchOf } from './oklch';

const RADIANS = Math.PI / 180;

/** As CSS Color 4 has them, to the digits that it writes. */
const KNOWN: [hex: string, l: number, c: number, degrees: number][] = [
  ['#ff0000', 0.628, 0.2577, 29.23],
  ['#00ff00', 0.8664, 0.2948, 142.5],
  ['#0000ff', 0.452, 0.3132, 264.05],
  ['#ffff00', 0.968, 0.211, 109.77],
  ['#008000', 0.5198, 0.1769, 142.5],
  ['#663399', 0.4403, 0.1603, 303.37],
];

describe('OKLCH', () => {
  it.each(KNOWN)('of %s', (color, l, c, degrees) => {
    const found = oklchOf(color);
    expect(found.l).toBeCloseTo(l, 3);
    expect(found.c).toBeCloseTo(c, 3);
    expect((found.h / RADIANS + 360) % 360).toBeCloseTo(degrees, 1);
    expect(hexOf({ l, c, h: degrees * RADIANS })).toBe(color);
  });

  it.each([
    ['#fff', 1],
    ['#000', 0],
    ['#808080', 0.5999],
  ])('of %s has no chroma', (color, l) => {
    expect(oklchOf(color).l).toBeCloseTo(l, 3);
    expect(oklchOf(color).c).toBeCloseTo(0, 4);
  });

  it('comes back from every colour of a grid', () => {
    const bytes = ['00', '01', '33', '66', '99', 'cc', 'fe', 'ff'];
    const grid = bytes.flatMap((red) => bytes.flatMap((green) => bytes.map((blue) => `#${red}${green}${blue}`)));
    expect(grid.filter((color) => hexOf(oklchOf(color)) !== color)).toEqual([]);
  });

  it.each([
    [0.9, 0.3132, 264.05],
    [0.2, 0.2577, 29.23],
    [0.5, 0.4, 200],
  ])('keeps the lightness %d and the hue of a colour that screens do not have', (l, c, degrees) => {
    const shown = oklchOf(hexOf({ l, c, h: degrees * RADIANS }));
    expect(shown.c).toBeLessThan(c);
    expect(shown.l).toBeCloseTo(l, 2);
    expect(Math.abs(((shown.h / RADIANS + 360) % 360) - degrees)).toBeLessThan(3);
  });

  it.each([
    [1, '#ffffff'],
    [0, '#000000'],
  ])('with the lightness %d is %s, whatever its hue', (l, expected) => {
    expect(hexOf({ l, c: 0.2, h: 1 })).toBe(expected);
  });
});
