import { Tile } from '#ui/tile';
import type { JSX } from 'preact';
import { usePresentation } from './use-presentation';

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
      {logo === undefined ? null : <img src={link(logo)} alt="" loading="lazy" />}
    </Tile>
  );
};
