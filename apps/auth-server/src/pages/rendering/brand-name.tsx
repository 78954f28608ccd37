import type { JSX } from 'preact';
import { Mark } from './icons';
import type { Presentation } from './presentation';

/** The logo and the name of whose server this is. */
export const BrandName = ({ presentation: { brand, asset } }: { presentation: Presentation }): JSX.Element => (
  <>
    {brand.logo === null ? <Mark /> : <img class="logo" src={asset(brand.logo.name)} alt="" />}
    <bdi>{brand.name}</bdi>
  </>
);
