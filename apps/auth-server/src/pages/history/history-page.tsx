import type { ComponentChildren, JSX } from 'preact';
import type { AccountEvent } from '../../platform/events/account-events';
import { AccountLayout, type SignedIn } from '../rendering/account-layout';
import { Time } from '../rendering/controls';
import type { Presentation } from '../rendering/presentation';
import { shownName } from '../rendering/shown-name';
import { usePresentation } from '../rendering/use-presentation';

interface HistoryPageProps {
  account: SignedIn;
  events: readonly AccountEvent[];
  isFirst: boolean;
  /** The next page; `null` on the last. */
  older: string | null;
}

export const HistoryPage = ({ account, events, isFirst, older }: HistoryPageProps): JSX.Element => {
  const { t, link } = usePresentation();
  return (
    <AccountLayout section="history" account={account}>
      <div class="head">
        <div>
          <h1>{t.layout.sections.history}</h1>
          <p>{t.history.lead}</p>
        </div>
      </div>
      <section class="card" aria-label={t.layout.sections.history}>
        {events.length === 0 ? <p class="empty">{t.history.none}</p> : <EventTable events={events} />}
        {(older !== null || !isFirst) && (
          <footer>
            {!isFirst && <a href={link('/account/history')}>{t.history.newest}</a>}
            {older !== null && <a href={link(older)}>{t.history.older}</a>}
          </footer>
        )}
      </section>
    </AccountLayout>
  );
};

/** The roles stay where narrow screens show the table as cards. */
const EventTable = ({ events }: Pick<HistoryPageProps, 'events'>) => {
  const presentation = usePresentation();
  const { t } = presentation;
  return (
    <table class="table" role="table">
      <thead role="rowgroup">
        <tr role="row">
          <th role="columnheader">{t.history.what}</th>
          <th role="columnheader">{t.history.when}</th>
          <th role="columnheader">{t.history.from}</th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        {events.map((event) => (
          <tr key={event.id} role="row">
            <td role="cell">{eventText(event, presentation)}</td>
            <td role="cell" data-l={t.history.when}>
              <Time at={event.at} as="time" />
            </td>
            <td class="address" role="cell" data-l={t.history.from}>
              <bdi>{event.address ?? t.history.nowhere}</bdi>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
};

type Texts = Readonly<Record<string, string | ((app: ComponentChildren) => ComponentChildren)>>;

function eventText({ kind, application, byAdministrator }: AccountEvent, { t }: Presentation): ComponentChildren {
  const texts: Texts = byAdministrator ? { ...t.history.events, ...t.history.byAdministrator } : t.history.events;
  const text = texts[kind] ?? t.history.other;
  if (typeof text === 'string') return text;
  return text(application === null ? t.history.anApp : <bdi>{shownName(application)}</bdi>);
}
