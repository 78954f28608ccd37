import { Callout } from '#ui/callout';
import { Icon } from '#ui/icon';
import type { JSX } from 'preact';
import type { ConsentScreenView } from '../../oauth/authorize/authorize.dto';
import type { Screen } from '../../oauth/authorize/consent-screen';
import { destinationOf } from '../leaving/leaving';
import { AboutApp, saysMore } from '../rendering/about-app';
import type { Presentation } from '../rendering/presentation';
import { shownName } from '../rendering/shown-name';
import { usePresentation } from '../rendering/use-presentation';

interface FactsProps {
  screen: Screen;
}

/** Where no domain vouches for the receiver: any program of this device may be it (RFC 8252 §8.6). */
export const GoOnWarning = ({ screen }: FactsProps): JSX.Element | null => {
  const { t } = usePresentation();
  const { host, isScheme } = destinationOf(screen.redirect_uri);
  if (!isScheme && !screen.redirect_is_loopback) return null;
  const where = (
    <b>
      <bdi>{host}</bdi>
    </b>
  );
  return (
    <Callout kind="warn" title={t.consent.startedTitle}>
      {isScheme
        ? t.consent.privateScheme(where)
        : t.consent.loopback(where, <bdi>{shownName(screen.client.name)}</bdi>)}
    </Callout>
  );
};

/** Where the answer goes, and what an unregistered application claims. The rest is folded: a decision rarely needs it. */
export const Facts = ({ screen, ...more }: FactsProps & Spans): JSX.Element => (
  <>
    {screen.client.registered_by !== 'developer' && <Claims screen={screen} />}
    <div class="facts">
      <GoesTo screen={screen} />
      <More screen={screen} {...more} />
    </div>
  </>
);

interface Spans {
  /** Seconds. */
  unusedFor: number;
  openFor: number | null;
}

const GoesTo = ({ screen }: FactsProps) => {
  const { host } = destinationOf(screen.redirect_uri);
  return (
    <p class="goes">
      <Icon name="globe" />
      <span>
        {usePresentation().t.consent.goesTo(
          <b>
            <bdi>{host}</bdi>
          </b>,
        )}
      </span>
    </p>
  );
};

const More = ({ screen, unusedFor, openFor }: FactsProps & Spans) => {
  const { t, link, span, brand } = usePresentation();
  const isRegistered = screen.client.registered_by === 'developer';
  const about = { app: screen.client, isRegistered };
  return (
    <details class="more">
      <summary>{t.consent.more}</summary>
      {isRegistered && <p>{t.consent.byDeveloper(<bdi>{brand.name}</bdi>)}</p>}
      {saysMore(about) && <AboutApp {...about} />}
      <p>{t.consent.lasts(span(unusedFor), <a href={link('/account/apps')}>{t.layout.sections.apps}</a>)}</p>
      {openFor !== null && <p>{t.consent.staysOpen(span(openFor))}</p>}
    </details>
  );
};

/** What an application that nobody registered says of itself. */
export const Claims = ({
  screen,
}: {
  screen: Pick<ConsentScreenView, 'client' | 'client_host'> & { redirect_is_loopback?: boolean };
}): JSX.Element => {
  const presentation = usePresentation();
  const { t } = presentation;
  const { client, client_host: clientHost } = screen;
  return (
    <dl class="kv">
      {clientHost !== undefined && !screen.redirect_is_loopback && (
        <div>
          <dt>{t.consent.saysFrom}</dt>
          <dd>
            <b>
              <bdi>{clientHost}</bdi>
            </b>
          </dd>
        </div>
      )}
      <div>
        <dt>{client.registered_by === 'document' ? t.consent.describedAt : t.consent.registered}</dt>
        <dd>{client.registered_by === 'document' ? <code>{client.client_id}</code> : t.consent.byItself}</dd>
      </div>
      <div>
        <dt>{t.consent.knownHere}</dt>
        <dd>
          {knownSince(presentation, client.known_since)} <span class="badge warn">{t.consent.notChecked}</span>
        </dd>
      </div>
    </dl>
  );
};

function knownSince({ t, day, isToday }: Presentation, since: string) {
  const at = Date.parse(since);
  return isToday(at) ? t.consent.sinceToday : t.consent.since(day(at));
}
