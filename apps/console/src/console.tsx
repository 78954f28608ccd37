import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { ApplicationPage } from './applications/application-page';
import { ApplicationsPage } from './applications/applications-page';
import { NewApplicationPage } from './applications/new-application-page';
import { LazyPage } from './controls/lazy-page';
import { markSection } from './frame';
import { t } from './messages/messages';
import { followLinks, link, usePlace } from './navigation';
import { SignInDialog } from './sign-in-dialog';
import { VersionCallout } from './version-callout';

/** What stands at a place; the server knows the same places. */
function pageAt(place: string): JSX.Element {
  const [, area, section, id, part] = place.split('/');
  if (area === 'admin') return <Administration place={place} />;
  if (section === 'new') return <NewApplicationPage />;
  if (section === 'try') return <Try />;
  return id ? <ApplicationPage key={id} clientId={id} part={part} /> : <ApplicationsPage />;
}

const Administration = ({ place }: { place: string }) => (
  <LazyPage title={t.administration} load={() => import('./administration/administration')}>
    {({ Administration }) => <Administration place={place} />}
  </LazyPage>
);

const Try = () => (
  <LazyPage title={t.trying.title} load={() => import('./try/try-page')}>
    {({ TryPage }) => <TryPage />}
  </LazyPage>
);

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
