import type { ComponentChildren, JSX } from 'preact';

/** Classes of the style sheet: a `style` attribute would need a weaker policy. */
const HUES = ['h-amber', 'h-blue', 'h-violet', 'h-rose', 'h-green', 'h-slate'] as const;

const hueOf = (name: string) => HUES[[...name].reduce((sum, letter) => sum + letter.codePointAt(0)!, 0) % HUES.length]!;

/** Neither a space nor a character that cannot be seen, a bidi mark for example. */
const LETTER = /[^\p{C}\p{Z}]/u;

/** The first letter of a name on a colour of its own; or what is given instead. */
export const Tile = ({
  name,
  shape = '',
  children,
}: {
  name: string;
  shape?: '' | 'round' | 'l' | 'xl' | 'xl brandmark';
  children?: ComponentChildren;
}): JSX.Element => (
  <span
    class={`tile ${shape} ${shape.includes('brandmark') ? '' : hueOf(name)}`.replace(/ +/g, ' ').trim()}
    aria-hidden="true"
  >
    {children ?? LETTER.exec(name)?.[0].toUpperCase()}
  </span>
);
