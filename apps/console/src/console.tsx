import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { LazyAdministration } from './administration/lazy-administration';
import { ApplicationPage } from './applications/application-page';
import { ApplicationsPage } from './applications/applications-page';
import { NewApplicationPage } from './applications/new-application-page';
import { link, followLinks, usePlace } from './navigation';
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

export const Console = (): JSX.Element => {
  const place = usePlace();
  useEffect(followLinks, []);
  useFocusOnArrival(place);
  useEffect(() => markInFrame(place), [place]);
  return (
    <>
      <VersionCallout />
      {pageAt(place)}
      <SignInDialog />
    </>
  );
};

/** After a change of place the heading has the focus, as after a load of a page. */
function useFocusOnArrival(place: string): void {
  const isFirst = useRef(true);
  useEffect(() => {
    if (!isFirst.current) document.querySelector<HTMLElement>('#console h1')?.focus();
    isFirst.current = false;
  }, [place]);
}

/** The server drew the way between the sections. */
function markInFrame(place: string): void {
  const [, area, section] = place.split('/');
  const home = area === 'admin' ? (section ?? 'accounts') : section === 'try' ? 'try' : 'applications';
  const current = link(`/${area}/${home}`);
  for (const one of document.querySelectorAll('.side nav a, .top nav a'))
    if (one.getAttribute('href') === current) one.setAttribute('aria-current', 'page');
    else one.removeAttribute('aria-current');
}
