import type { JSX } from 'preact';
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

/** The mark of a team that set no logo. */
const Mark = () => (
  <svg
    viewBox="0 0 24 24"
    aria-hidden="true"
    fill="none"
    stroke="currentColor"
    stroke-width="3.2"
    stroke-linecap="round"
  >
    <path d="M18.6 6.2a8.8 8.8 0 1 0 0 11.6" />
    <circle cx="18.2" cy="12" r="2.5" fill="currentColor" stroke="none" />
  </svg>
);
