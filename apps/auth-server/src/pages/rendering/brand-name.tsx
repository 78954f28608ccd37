import type { JSX } from 'preact';
import { Mark } from './icons';
import { usePresentation } from './use-presentation';

/** The logo and the name of whose server this is. */
export const BrandName = (): JSX.Element => {
  const { brand, asset } = usePresentation();
  return (
    <>
      {brand.logo === null ? <Mark /> : <img class="logo" src={asset(brand.logo.name)} alt="" />}
      <bdi>{brand.name}</bdi>
    </>
  );
};
