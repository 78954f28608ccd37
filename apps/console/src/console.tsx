import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { LazyAdministration } from './administration/lazy-administration';
import { ApplicationPage } from './applications/application-page';
import { ApplicationsPage } from './applications/applications-page';
import { NewApplicationPage } from './applications/new-application-page';
import { markSection } from './frame';
import { followLinks, link, usePlace } from './navigation';
import { SignInDialog } from './sign-in-dialog';
import { TryPage } from './try/try-page';
import { VersionCallout } from './version-callout';

/** What stands at a place; the server knows the same places. */
function pageAt(place: string): JSX.Element {
  const [, area, section, id, part] = place.split('/');
  if (area === 'admin') return <LazyAdministration place={place} />;
  if (section === 'new') return <NewApplicationPage />;
  if (section === 'try') return <TryPage />;
  return id ? <ApplicationPage key={id} clientId={id} part={part} /> : <ApplicationsPage />;
}

/** The section that a place belongs to, as the frame's links name it. */
function sectionOf(place: string): string {
  const [, area, section] = place.split('/');
  return `/${area}/${area === 'admin' ? (section ?? 'accounts') : section === 'try' ? 'try' : 'applications'}`;
}

export const Console = (): JSX.Element => {
  const place = usePlace();
  useEffect(followLinks, []);
  useEffect(() => markSection(link(sectionOf(place))), [place]);
  return (
    <>
      <VersionCallout />
      {pageAt(place)}
      <SignInDialog />
    </>
  );
};
