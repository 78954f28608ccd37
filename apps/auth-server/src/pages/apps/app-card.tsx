import { Callout } from '#ui/callout';
import { Icon } from '#ui/icon';
import type { JSX } from 'preact';
import { toClientView } from '../../model/clients/client.view';
import { AboutApp, saysMore } from '../rendering/about-app';
import { Time } from '../rendering/controls';
import { AppTile } from '../rendering/app-tile';
import { Connections } from './app-connections';
import { placeOf } from './app-place';
import { Permissions } from './app-permissions';
import { AppName, type CardProps, allowedBy, appName, resourceOf } from './app-texts';
import { usePresentation } from '../rendering/use-presentation';

const DAY = 86_400_000;
/** Then the page says when the access ends by itself. */
const LONG_UNUSED = 30 * DAY;

/** One application: what it may, where it is connected, and how all of that is taken back. */
export const AppCard = (props: CardProps): JSX.Element => {
  const { grant, resources } = props;
  const presentation = usePresentation();
  const { t, link } = presentation;
  const isChecked = grant.origin === 'console';
  const app = toClientView(grant);
  return (
    <article class="grant" id={grant.id}>
      <header>
        <AppTile app={{ ...app, name: appName(grant) }} />
        <div>
          <h2>
            <AppName app={grant} /> {!isChecked && <span class="badge warn">{t.apps.notChecked}</span>}
          </h2>
          <p>
            <Facts {...props} />
          </p>
        </div>
        <a
          class="btn danger"
          href={link(`/account/apps/${grant.id}/remove`)}
          data-opens={`remove-${grant.id}`}
          aria-label={t.apps.removeOf(appName(grant))}
        >
          {t.apps.remove}
        </a>
      </header>
      <div class="two">
        <div>
          <h3>{t.apps.may}</h3>
          <ul class="may">
            {allowedBy(grant, resources, presentation).map(({ name, description }) => (
              <li key={name}>
                <Icon name="check" />
                <span>{description}</span>
              </li>
            ))}
          </ul>
          <Permissions {...props} />
        </div>
        <Connections {...props} />
      </div>
      <About app={app} isRegistered={isChecked} />
      <Delegations {...props} />
      <EndsByItself {...props} />
    </article>
  );
};

const About = (about: Parameters<typeof AboutApp>[0]) =>
  saysMore(about) && (
    <details class="more">
      <summary>{usePresentation().t.about.app}</summary>
      <AboutApp {...about} />
    </details>
  );

/** "photoprinter.example · used 2 minutes ago". */
const Facts = ({ grant }: CardProps) => {
  const { t, now } = usePresentation();
  const { hosts, more, isProgram } = placeOf(grant);
  const used = grant.lastUsedAt;
  return (
    <>
      {hosts.map((host) => (
        <span key={host}>
          <bdi>{host}</bdi> ·{' '}
        </span>
      ))}
      {more > 0 && <>{t.apps.moreHosts(more)} · </>}
      {isProgram && <>{t.apps.program} · </>}
      {used === null
        ? t.apps.neverUsed
        : now - used >= LONG_UNUSED
          ? t.apps.unusedFor(Math.floor((now - used) / DAY))
          : t.apps.used(<Time at={used} as="ago" />)}
    </>
  );
};

const Delegations = ({ grant: { delegations }, resources }: CardProps) => {
  const presentation = usePresentation();
  const { t } = presentation;
  if (delegations.length === 0) return null;
  return (
    <div>
      <h3 class="minor">{t.apps.actFor}</h3>
      <ul class="devices">
        {delegations.map((delegated) => (
          <li key={`${delegated.clientId} ${delegated.resource}`}>
            <Icon name="swap" />
            <div>
              {t.apps.actsAt(<AppName app={delegated} />, <bdi>{resourceOf(delegated, resources, presentation)}</bdi>)}
              <small>
                {allowedBy(delegated, resources, presentation)
                  .map(({ description }) => description)
                  .join(' · ')}
                {' · '}
                {t.apps.used(<Time at={delegated.lastUsedAt} as="ago" />)}
              </small>
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
};

const EndsByItself = ({ grant: { lastUsedAt, createdAt, connections } }: CardProps) => {
  const { t, now } = usePresentation();
  if (connections.length === 0 || now - (lastUsedAt ?? createdAt) < LONG_UNUSED) return null;
  const end = Math.max(...connections.map(({ expiresAt }) => expiresAt));
  return (
    <Callout kind="info">
      {t.apps.endsByItself(
        <b>
          <Time at={end} as="day" />
        </b>,
      )}
    </Callout>
  );
};
