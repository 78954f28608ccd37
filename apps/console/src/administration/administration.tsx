import type { JSX } from 'preact';
import { AccountPage } from './accounts/account-page';
import { AccountsPage } from './accounts/accounts-page';
import { AllApplicationsPage } from './applications/all-applications-page';
import { ApplicationPage } from './applications/application-page';
import { EventsPage } from './events/events-page';
import { KeysPage } from './keys/keys-page';
import { ResourcesPage } from './resources/resources-page';

/** What stands at a place below `/admin`; the server knows the same places. */
export const Administration = ({ place }: { place: string }): JSX.Element => {
  const [, , section, id] = place.split('/');
  switch (section) {
    case 'applications':
      return id ? <ApplicationPage key={id} clientId={decodeURIComponent(id)} /> : <AllApplicationsPage />;
    case 'resources':
      return <ResourcesPage />;
    case 'keys':
      return <KeysPage />;
    case 'events':
      return <EventsPage />;
    default:
      return id ? <AccountPage key={id} id={decodeURIComponent(id)} /> : <AccountsPage />;
  }
};
