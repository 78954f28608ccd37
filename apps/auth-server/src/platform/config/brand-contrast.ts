import type { Theme, Themed } from './brand-tokens';
import { type Rgb, hex, linear, parse } from './srgb';

/** WCAG 1.4.3 for text, 1.4.11 for what tells controls apart from what they stand on. */
const LEAST = {
  text: { ratio: 4.5, words: 'text needs at least 4.5:1' },
  controls: { ratio: 3, words: 'controls need at least 3:1' },
} as const;

interface Pair {
  front: string;
  back: string;
  as: keyof typeof LEAST;
}

const ON_SURFACES = ['--surface', '--bg', '--sunken'];

/** How our style sheet uses the tokens of a team. */
const PAIRS: readonly Pair[] = [
  { front: '--on-brand', back: '--brand', as: 'text' },
  { front: '--on-brand', back: '--brand (hover)', as: 'text' },
  ...[...ON_SURFACES, '--brand-soft'].map((back) => ({ front: '--brand-text', back, as: 'text' as const })),
  ...ON_SURFACES.map((back) => ({ front: '--brand', back, as: 'controls' as const })),
];

/** A color of a style sheet of ours, in both themes. */
const OWN_COLOR = /(--[\w-]+): var\(--light, (#[0-9a-f]{6})\) var\(--dark, (#[0-9a-f]{6})\)/g;

/** The colours of our own style sheet by token. */
export function colorsOf(css: string): Map<string, Themed> {
  return new Map([...css.matchAll(OWN_COLOR)].map(([, name, light, dark]) => [name!, { light: light!, dark: dark! }]));
}

/** The pairs of colours that some people could not tell apart, each with what it has and what it needs. */
export const contrastProblems = (colors: ReadonlyMap<string, Themed>): string[] =>
  (['light', 'dark'] as const).flatMap((theme) =>
    contrastProblemsIn(theme, new Map([...colors].map(([name, values]) => [name, values[theme]]))),
  );

/** The same in one theme. @param colors by token; a pair is judged if both are there. */
export function contrastProblemsIn(theme: Theme, colors: ReadonlyMap<string, string>): string[] {
  const palette = paletteOf(colors);
  return PAIRS.flatMap(({ front, back, as }) => {
    const [one, other] = [palette.get(front), palette.get(back)];
    if (one === undefined || other === undefined) return [];
    const ratio = contrast(one, other);
    if (ratio >= LEAST[as].ratio) return [];
    const shown = Math.floor(ratio * 100) / 100;
    return [
      `gives ${front} ${hex(one)} on ${back} ${hex(other)} a contrast of ${shown}:1 in the ${theme} theme; ${LEAST[as].words}`,
    ];
  });
}

function paletteOf(colors: ReadonlyMap<string, string>): Map<string, Rgb> {
  const palette = new Map([...colors].map(([name, color]) => [name, parse(color)]));
  const [brand, text] = [palette.get('--brand'), palette.get('--text')];
  // As `.btn.primary:hover` mixes it.
  if (brand !== undefined && text !== undefined) palette.set('--brand (hover)', mix(brand, text, 0.88));
  return palette;
}

/** WCAG 2.2: from 1 (the same) to 21 (black on white). */
export function contrast(one: Rgb, other: Rgb): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((first, second) => second - first);
  return (light! + 0.05) / (dark! + 0.05);
}

function luminance(color: Rgb): number {
  const [red, green, blue] = color.map(linear) as unknown as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const mix = (one: Rgb, other: Rgb, share: number): Rgb =>
  one.map((byte, at) => Math.round(byte * share + other[at]! * (1 - share))) as unknown as Rgb;
