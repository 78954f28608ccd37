import type { ComponentChildren, JSX } from 'preact';
import { linksIn } from '../../platform/config/brand-links';
import { usePresentation } from './use-presentation';

/** At the foot of every page: the team's links, and what a layout adds. */
export const PageFoot = ({ children }: { children?: ComponentChildren }): JSX.Element | null => {
  const { brand, language } = usePresentation();
  const links = linksIn(brand.links, language);
  if (links.length === 0 && children === undefined) return null;
  return (
    <footer>
      {links.length > 0 && <Links links={links} />}
      {children}
    </footer>
  );
};

/** In new tabs: on the way back a form would be empty, and a consent session new. */
const Links = ({ links }: { links: ReturnType<typeof linksIn> }) => (
  <ul class="links">
    {links.map(({ label, url }) => (
      <li key={label}>
        <a href={url} target="_blank" rel="noreferrer">
          {label}
        </a>
      </li>
    ))}
  </ul>
);
