import type { ComponentChildren, JSX } from 'preact';
import { shownName } from './shown-name';
import { usePresentation } from './use-presentation';

/** Classes of the style sheet: a `style` attribute would need a weaker policy. */
const HUES = ['h-amber', 'h-blue', 'h-violet', 'h-rose', 'h-green', 'h-slate'] as const;

const hueOf = (name: string) => HUES[[...name].reduce((sum, letter) => sum + letter.codePointAt(0)!, 0) % HUES.length]!;

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
    {children ?? [...shownName(name)][0]?.toUpperCase()}
  </span>
);

/** An application: our copy of its logo where there is one, else its letter. */
export const AppTile = ({
  app: { name, logo },
  shape = 'l',
}: {
  app: { name: string; logo?: string };
  shape?: 'l' | 'xl';
}): JSX.Element => {
  const { link } = usePresentation();
  return (
    <Tile name={name} shape={shape}>
      {logo === undefined ? null : <img src={link(logo)} alt="" />}
    </Tile>
  );
};
