import type { ComponentChildren, JSX } from 'preact';
import type { ClientView } from '../../model/clients/client.view';
import { shownName } from './shown-name';
import { usePresentation } from './use-presentation';

interface AboutProps {
  app: ClientView;
  /** By a developer. */
  isRegistered: boolean;
}

/** Whether there is anything to draw. */
export const saysMore = ({ app, isRegistered }: AboutProps): boolean =>
  [app.description, app.homepage_uri, app.policy_uri, app.tos_uri, isRegistered && app.contacts?.length].some(Boolean);

/** What an application says of itself. Links show where they lead; contacts are of developers known here alone. */
export const AboutApp = ({ app, isRegistered }: AboutProps): JSX.Element => {
  const { about } = usePresentation().t;
  return (
    <dl class="kv">
      {app.description && (
        <Row name={about.description}>
          <span class="said">
            <bdi>{app.description}</bdi>
          </span>
        </Row>
      )}
      {app.homepage_uri && <LinkRow name={about.website} uri={app.homepage_uri} />}
      {app.policy_uri && <LinkRow name={about.policy} uri={app.policy_uri} />}
      {app.tos_uri && <LinkRow name={about.terms} uri={app.tos_uri} />}
      {isRegistered && app.contacts !== undefined && app.contacts.length > 0 && (
        <Row name={about.contact}>
          {app.contacts.map((contact) => (
            <bdi key={contact}>{shownName(contact)}</bdi>
          ))}
        </Row>
      )}
    </dl>
  );
};

const Row = ({ name, children }: { name: string; children: ComponentChildren }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

/** In a new tab: on the way back a consent session would be new. */
const LinkRow = ({ name, uri }: { name: string; uri: string }) => {
  const { host, pathname } = new URL(uri);
  return (
    <Row name={name}>
      <a href={uri} target="_blank" rel="noopener noreferrer">
        {/* The end of a host says whose it is. */}
        <bdi>
          {host}
          {shownName(pathname.replace(/\/$/, ''))}
        </bdi>
      </a>
    </Row>
  );
};
