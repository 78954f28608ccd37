import { Tile } from '@consentry/ui/tile';
import type { JSX } from 'preact';
import type { Application } from '../api/api';
import { link } from '../navigation';

/** An application by its logo, or its letter. */
export const AppTile = ({
  application: { name, logo },
  shape = '',
}: {
  application: Pick<Application, 'name' | 'logo'>;
  shape?: '' | 'xl';
}): JSX.Element => (
  <Tile name={name} shape={shape}>
    {logo === undefined ? null : <img src={link(logo)} alt="" loading="lazy" />}
  </Tile>
);
