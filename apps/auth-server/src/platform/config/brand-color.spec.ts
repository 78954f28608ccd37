import { readFileSync } from 'node:fs';
import { brandColors, nearestBrandColor } from './brand-color';
import { colorsOf, contrastProblems } from './brand-contrast';
import { oklchOf } from './oklch';

const own = colorsOf(readFileSync(require.resolve('#ui/consentry.css'), 'utf8'));
const problemsOf = (colors: ReturnType<typeof brandColors>) => contrastProblems(new Map([...own, ...colors]));

const BYTES = ['00', '24', '49', '6d', '92', 'b6', 'db', 'ff'];
/** 512 colours, all over what screens have, with what each gives. */
const GRID = BYTES.flatMap((red) => BYTES.flatMap((green) => BYTES.map((blue) => `#${red}${green}${blue}`))).map(
  (color) => ({ color, colors: brandColors(color, own) }),
);

describe('the colours of a brand', () => {
  it.each([
    ['#1d4ed8', ['#1d4ed8', '#2558e2'], ['#ffffff', '#ffffff'], ['#1d4ed8', '#5387ff']],
    ['#111827', ['#111827', '#5d6679'], ['#ffffff', '#ffffff'], ['#111827', '#868fa3']],
    ['#0d9488', ['#0d9488', '#0d9488'], ['#000000', '#061d1a'], ['#017a70', '#27a094']],
  ])('of %s: its buttons, the text on them, and links, in both themes', (color, button, ink, link) => {
    const colors = brandColors(color, own);
    expect([...colors.keys()]).toEqual(['--brand', '--on-brand', '--brand-text', '--brand-soft', '--brand-line']);
    for (const [name, [light, dark]] of Object.entries({ '--brand': button, '--on-brand': ink, '--brand-text': link }))
      expect(colors.get(name)).toEqual({ light, dark });
  });

  it('hold every contrast, or the nearest colour is proposed and holds', () => {
    const refused = GRID.filter(({ colors }) => problemsOf(colors).length > 0);
    // Light colours, which the light pages swallow, and the few on which neither white nor black can be read.
    expect(refused.length).toBeGreaterThan(GRID.length / 4);
    expect(refused.length).toBeLessThan((GRID.length * 3) / 4);
    const proposed = refused.map(({ color }) => nearestBrandColor(color, own));
    expect(proposed.filter((color) => problemsOf(brandColors(color, own)).length > 0)).toEqual([]);
    const taken = GRID.filter((one) => !refused.includes(one));
    expect(taken.filter(({ color }) => nearestBrandColor(color, own) !== color)).toEqual([]);
    expect(taken.filter(({ color, colors }) => colors.get('--brand')?.light !== color)).toEqual([]);
  });

  it('keep the hue of a colour that has one', () => {
    const turned = GRID.filter(({ color }) => oklchOf(color).c > 0.06).filter(({ color, colors }) =>
      ['--brand', '--brand-text']
        .flatMap((name) => Object.values(colors.get(name)!))
        .some((shade) => Math.cos(oklchOf(shade).h - oklchOf(color).h) < 0.99),
    );
    expect(turned).toEqual([]);
  });

  it('of grey are grey', () => {
    const shades = [...brandColors('#666666', own).values()].flatMap(({ light, dark }) => [light, dark]);
    expect(shades.filter((shade) => oklchOf(shade).c > 0.001)).toEqual([]);
  });
});
