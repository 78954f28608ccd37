import type { JSX } from 'preact';
import type { RegisteredClient } from '../../model/clients/registered-client';
import type { Presentation } from '../rendering/presentation';
import { shownName } from '../rendering/shown-name';

/** "to continue to Photo Printer"; of a client that no developer registered, what it calls itself. */
export const ToContinue = ({ t, client }: { t: Presentation['t']; client: RegisteredClient }): JSX.Element => {
  const isRegistered = client.origin === 'console';
  const name = <ClientName client={client} />;
  return <p class="lead">{isRegistered ? t.signIn.toContinue(name) : t.signIn.toContinueUnchecked(name)}</p>;
};

export const ClientName = ({ client: { name, clientId } }: { client: RegisteredClient }): JSX.Element => (
  <b>
    <bdi>{shownName(name) || shownName(clientId)}</bdi>
  </b>
);
