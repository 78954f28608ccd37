import { contrastProblemsIn } from './brand-contrast';
import type { Theme, Themed } from './brand-tokens';
import { type Oklch, hexOf, oklchOf } from './oklch';

type Colors = ReadonlyMap<string, Themed>;
type Button = Readonly<Record<'--brand' | '--on-brand', string>>;

const BLACK = '#000000';

/** Lightness and most chroma of the areas that are tinted, and of their edges. */
const TINTS: Readonly<Record<Theme, { soft: readonly [number, number]; line: readonly [number, number] }>> = {
  light: { soft: [0.955, 0.02], line: [0.86, 0.05] },
  dark: { soft: [0.27, 0.035], line: [0.41, 0.065] },
};

/** How far lightness moves at a time: below what people see. */
const STEP = 0.01;

/**
 * The tokens that `BRAND_COLOR` stands for. The buttons of the light theme have this very colour; its hue at the nearest
 * lightness that can be read gives the others.
 *
 * @param own the colours of our style sheet, beside which they are judged.
 */
export function brandColors(color: string, own: Colors): Colors {
  const [light, dark] = [new Shades('light', color, own).colors(color), new Shades('dark', color, own).colors()];
  return new Map(
    Object.entries(light).map(([name, value]) => [name, { light: value, dark: dark[name as keyof Button] }]),
  );
}

/** The colour of the same hue and the nearest lightness that buttons of the light theme can have. */
export const nearestBrandColor = (color: string, own: Colors): string =>
  new Shades('light', color, own).nearestButton()['--brand'];

/** The shades of a colour, judged in one theme. */
class Shades {
  private readonly given: Oklch;
  private readonly own: ReadonlyMap<string, string>;

  constructor(
    private readonly theme: Theme,
    color: string,
    own: Colors,
  ) {
    this.given = oklchOf(color);
    const page = ['--bg', '--surface', '--sunken', '--text'];
    this.own = new Map(page.map((name) => [name, own.get(name)![theme]]));
  }

  /** @param color the buttons', whether people can read what is on it or not; default: the nearest shade that holds. */
  colors(color?: string) {
    const { soft, line } = TINTS[this.theme];
    const button =
      color === undefined ? this.nearestButton() : (this.button(color) ?? { '--brand': color, '--on-brand': BLACK });
    const tinted = this.tint(soft);
    const isText = (shade: string) => this.holds({ '--brand-text': shade, '--brand-soft': tinted });
    return {
      ...button,
      '--brand-text': this.nearest((shade) => (isText(shade) ? shade : null)),
      '--brand-soft': tinted,
      '--brand-line': this.tint(line),
    };
  }

  nearestButton(): Button {
    return this.nearest((shade) => this.button(shade));
  }

  /** White on it where that can be read, else nearly black of its hue, else black; `null`: neither. */
  private button(color: string): Button | null {
    const inks = ['#ffffff', this.tint([0.21, 0.03]), BLACK];
    return inks.map((ink) => ({ '--brand': color, '--on-brand': ink })).find((button) => this.holds(button)) ?? null;
  }

  /** What the nearest lightness gives that gives anything. Black or white always does. */
  private nearest<Found>(find: (shade: string) => Found | null): Found {
    const { l, c, h } = this.given;
    for (let away = 0; away <= 1; away += STEP)
      for (const lightness of [l - away, l + away]) {
        const found = lightness < 0 || lightness > 1 ? null : find(hexOf({ l: lightness, c, h }));
        if (found !== null) return found;
      }
    throw new Error('no lightness holds beside our own colours');
  }

  private tint([l, most]: readonly [lightness: number, mostChroma: number]): string {
    return hexOf({ l, c: Math.min(this.given.c, most), h: this.given.h });
  }

  private holds(tokens: Readonly<Record<string, string>>): boolean {
    return contrastProblemsIn(this.theme, new Map([...this.own, ...Object.entries(tokens)])).length === 0;
  }
}
