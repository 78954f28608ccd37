import { readFileSync } from 'node:fs';
import { colorsOf, contrast, contrastProblems } from './brand-contrast';
import { parse } from './srgb';

const sheet = readFileSync(require.resolve('#ui/consentry.css'), 'utf8');
const own = colorsOf(sheet);
const problemsWith = (more: Record<string, [light: string, dark: string]>) =>
  contrastProblems(
    new Map([...own, ...Object.entries(more).map(([name, [light, dark]]) => [name, { light, dark }] as const)]),
  );

describe('contrast', () => {
  it.each([
    ['#000', '#ffffff', 21],
    ['#ffffff', '#fff', 1],
    ['#777777', '#ffffff', 4.48],
    ['#767676', '#ffffff', 4.54],
    ['#ff0000', '#0000ff', 2.15],
  ])('of %s and %s is %d, whichever comes first', (one, other, ratio) => {
    expect(contrast(parse(one), parse(other))).toBeCloseTo(ratio, 2);
    expect(contrast(parse(other), parse(one))).toBeCloseTo(ratio, 2);
  });
});

describe('contrastProblems', () => {
  it('has nothing against our own colours', () => {
    expect(own.size).toBeGreaterThan(30);
    expect(contrastProblems(own)).toEqual([]);
  });

  it.each([
    [
      { '--on-brand': ['#ffffff', '#04201c'], '--brand': ['#9aa0a6', '#3cb3a2'] },
      '--on-brand #ffffff on --brand #9aa0a6',
      'light',
      'text needs at least 4.5:1',
    ],
    [
      { '--on-brand': ['#ffffff', '#ffffff'] },
      '--on-brand #ffffff on --brand #3cb3a2',
      'dark',
      'text needs at least 4.5:1',
    ],
    [
      { '--brand-text': ['#0a5d55', '#0a5d55'] },
      '--brand-text #0a5d55 on --surface #14181c',
      'dark',
      'text needs at least 4.5:1',
    ],
    [
      { '--brand-soft': ['#0a5d55', '#0f2c29'] },
      '--brand-text #0a5d55 on --brand-soft #0a5d55',
      'light',
      'a contrast of 1:1',
    ],
    [
      { '--brand': ['#0b6b62', '#0b3b36'], '--on-brand': ['#ffffff', '#ffffff'] },
      '--brand #0b3b36 on --surface #14181c',
      'dark',
      'controls need at least 3:1',
    ],
  ] as [Record<string, [string, string]>, string, string, string][])(
    'of %j names the pair, the ratio and what is needed',
    (more, pair, theme, end) => {
      const problem = problemsWith(more).find((text) => text.includes(`gives ${pair} a contrast of`));
      expect(problem).toContain(`:1 in the ${theme} theme; `);
      expect(problem).toContain(end);
    },
  );

  it('minds the button under the pointer', () => {
    const { '--on-brand': onBrand, '--brand': brand } = {
      '--on-brand': ['#000000', '#04201c'],
      '--brand': ['#7c7c7c', '#3cb3a2'],
    } as const;
    const problems = problemsWith({ '--on-brand': [...onBrand], '--brand': [...brand] });
    expect(problems).toEqual([expect.stringContaining('--on-brand #000000 on --brand (hover) #6f7070')]);
  });
});

it('our style sheet mixes the button under the pointer as the rule does', () => {
  expect(sheet).toMatch(
    /\.btn\.primary:hover \{\s+background: color-mix\(in srgb, var\(--brand\) 88%, var\(--text\)\);/,
  );
});
