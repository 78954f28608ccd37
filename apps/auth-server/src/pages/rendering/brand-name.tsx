import type { JSX } from 'preact';
import { Mark } from './icons';
import { usePresentation } from './use-presentation';

/** The logo and the name of whose server this is. */
export const BrandName = (): JSX.Element => {
  const { brand } = usePresentation();
  return (
    <>
      {brand.logo === null ? <Mark /> : <Logo />}
      {!brand.logoShowsName && <bdi>{brand.name}</bdi>}
    </>
  );
};

/** Without a choice of the person, the system decides between light and dark, as for the style sheet. */
const Logo = () => {
  const { brand, theme, asset } = usePresentation();
  const [light, dark] = [brand.logo!, brand.darkLogo ?? brand.logo!].map(({ name }) => asset(name));
  const image = (
    <img
      class={brand.logoShowsName ? 'logo wordmark' : 'logo'}
      src={theme === 'dark' ? dark : light}
      alt={brand.logoShowsName ? brand.name : ''}
    />
  );
  if (theme !== null || brand.darkLogo === null) return image;
  return (
    <picture>
      <source media="(prefers-color-scheme: dark)" srcset={dark} />
      {image}
    </picture>
  );
};
