import type { Theme, Themed } from './brand-tokens';

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
const OWN_COLOR = /(--[\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g;

/** The colours of our own style sheet by token. */
export function colorsOf(css: string): Map<string, Themed> {
  return new Map([...css.matchAll(OWN_COLOR)].map(([, name, light, dark]) => [name!, { light: light!, dark: dark! }]));
}

/** The pairs of colours that some people could not tell apart, each with what it has and what it needs. */
export function contrastProblems(colors: ReadonlyMap<string, Themed>): string[] {
  return (['light', 'dark'] as const).flatMap((theme) => {
    const palette = paletteOf(colors, theme);
    return PAIRS.flatMap(({ front, back, as }) => {
      const [one, other] = [palette.get(front)!, palette.get(back)!];
      const ratio = contrast(one, other);
      if (ratio >= LEAST[as].ratio) return [];
      const shown = Math.floor(ratio * 100) / 100;
      return [
        `gives ${front} ${hex(one)} on ${back} ${hex(other)} a contrast of ${shown}:1 in the ${theme} theme; ${LEAST[as].words}`,
      ];
    });
  });
}

type Rgb = readonly [red: number, green: number, blue: number];

function paletteOf(colors: ReadonlyMap<string, Themed>, theme: Theme): Map<string, Rgb> {
  const palette = new Map([...colors].map(([name, values]) => [name, parse(values[theme])]));
  // As `.btn.primary:hover` mixes it.
  return palette.set('--brand (hover)', mix(palette.get('--brand')!, palette.get('--text')!, 0.88));
}

/** WCAG 2.2: from 1 (the same) to 21 (black on white). */
export function contrast(one: Rgb, other: Rgb): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((first, second) => second - first);
  return (light! + 0.05) / (dark! + 0.05);
}

function luminance(color: Rgb): number {
  const [red, green, blue] = color.map((byte) => {
    const share = byte / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as unknown as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const mix = (one: Rgb, other: Rgb, share: number): Rgb =>
  one.map((byte, at) => Math.round(byte * share + other[at]! * (1 - share))) as unknown as Rgb;

/** @param color `#rgb` or `#rrggbb` */
export function parse(color: string): Rgb {
  const digits = color.length === 4 ? color.slice(1).replace(/./g, '$&$&') : color.slice(1);
  return [0, 2, 4].map((at) => parseInt(digits.slice(at, at + 2), 16)) as unknown as Rgb;
}

const hex = (color: Rgb) => `#${color.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
