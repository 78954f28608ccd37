import { Icon, type IconName } from '#ui/icon';
import type { JSX } from 'preact';
import { type Connection, MOST_CONNECTIONS } from '../../endings/connection';
import type { ActiveGrant } from '../../model/grants/grant.repository';
import { browserText, isOnPhone } from '../rendering/browser-text';
import { Time } from '../rendering/controls';
import type { Presentation } from '../rendering/presentation';
import { placeOf } from './app-place';
import type { CardProps } from './app-texts';
import { appName } from './app-texts';
import { usePresentation } from '../rendering/use-presentation';

export const Connections = ({ grant }: CardProps): JSX.Element => {
  const presentation = usePresentation();
  const { t, link } = presentation;
  const { connections } = grant;
  return (
    <div>
      <h3>{t.apps.connections(connections.length, connections.length === MOST_CONNECTIONS)}</h3>
      {connections.length === 0 ? (
        <p class="small muted">{t.apps.noConnection}</p>
      ) : (
        <ul class="devices">
          {connections.map((connection) => (
            <li key={connection.id}>
              <Icon name={iconOf(connection, grant)} />
              <div>
                {allowedText(connection, grant, presentation)}
                <small>
                  {t.apps.usedSince(
                    <Time at={connection.lastUsedAt} as="ago" />,
                    <Time at={connection.createdAt} as="day" />,
                  )}
                </small>
              </div>
              <form action={link(`/account/apps/${grant.id}/connections/${connection.id}/end`)} method="post">
                <button
                  class="btn quiet slim"
                  aria-label={t.apps.endOf(allowedText(connection, grant, presentation), appName(grant))}
                >
                  {t.apps.end}
                </button>
              </form>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
};

/** Lists the connections that end with the access. */
export const EndingConnections = ({ grant }: { grant: ActiveGrant }): JSX.Element | null => {
  const presentation = usePresentation();
  if (grant.connections.length === 0) return null;
  return (
    <ul class="devices">
      {grant.connections.map((connection) => (
        <li key={connection.id}>
          <Icon name={iconOf(connection, grant)} />
          <div>
            {allowedText(connection, grant, presentation)}
            <small>{presentation.t.apps.endsNow}</small>
          </div>
        </li>
      ))}
    </ul>
  );
};

/** "Allowed in Firefox on Linux, for a program there". */
function allowedText({ allowedWith, isTest }: Connection, grant: ActiveGrant, presentation: Presentation): string {
  const { apps } = presentation.t;
  if (isTest) return apps.testToken;
  const browser = browserText(allowedWith, presentation);
  return placeOf(grant).isProgram ? apps.allowedForProgram(browser) : apps.allowedIn(browser);
}

function iconOf({ allowedWith }: Connection, grant: ActiveGrant): IconName {
  if (placeOf(grant).isProgram) return 'terminal';
  return isOnPhone(allowedWith) ? 'phone' : 'laptop';
}
