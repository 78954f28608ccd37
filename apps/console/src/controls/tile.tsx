import type { JSX } from 'preact';

/** Classes of the style sheet: a `style` attribute would need a weaker policy. */
const HUES = ['h-amber', 'h-blue', 'h-violet', 'h-rose', 'h-green', 'h-slate'] as const;

const hueOf = (name: string) => HUES[[...name].reduce((sum, letter) => sum + letter.codePointAt(0)!, 0) % HUES.length]!;

/** The first letter of a name on a colour of its own. */
export const Tile = ({ name, isLarge = false }: { name: string; isLarge?: boolean }): JSX.Element => (
  <span class={`tile ${isLarge ? 'xl ' : ''}${hueOf(name)}`} aria-hidden="true">
    {[...name.trim()][0]?.toUpperCase()}
  </span>
);
