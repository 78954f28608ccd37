import type { JSX } from 'preact';
import { api } from '../../api/api';
import type { components } from '../../api/generated/schema';
import { PageHead } from '../../controls/page-head';
import { WhenLoaded } from '../../controls/when-loaded';
import { link, useQuery } from '../../navigation';
import { accountPlace } from '../accounts/account-views';
import { administer } from '../administer';
import { ListCard } from '../list-card';
import { t } from '../messages/messages';
import { Time } from '../time';
import { type LoadPage, usePages } from '../use-pages';
import { EventFilter, filterOf } from './event-filter';

type RecordedEvent = components['schemas']['RecordedEventView'];

const { columns } = t.events;

/** The record of events: of all, or of an account, an application, an administrator. */
export const EventsPage = (): JSX.Element => {
  const query = useQuery();
  const filter = filterOf(query);
  const load: LoadPage<RecordedEvent> = (cursor) =>
    administer(() => api.GET('/api/admin/events', { params: { query: { ...filter, ...cursor } } }));
  const key = query.toString();
  const loaded = usePages(load, key);
  return (
    <>
      <PageHead title={t.events.title} text={t.events.text} />
      <EventFilter key={key} filter={filter} />
      <WhenLoaded loaded={loaded}>
        {(pages, change) => (
          <ListCard
            id="events"
            title={t.events.found}
            columns={Object.values(columns)}
            row={(event) => <Row key={event.id} event={event} />}
            empty={
              <>
                <h3>{t.events.none}</h3>
                <p>{t.events.noneText}</p>
              </>
            }
            {...{ pages, change, load }}
          />
        )}
      </WhenLoaded>
    </>
  );
};

const Row = ({ event }: { event: RecordedEvent }) => {
  const { at, kind, scopes } = event;
  return (
    <tr role="row">
      <td role="cell" class="muted">
        <Time at={at} />
      </td>
      <td role="cell" data-l={columns.what}>
        <span class="lined">
          {(t.events.kinds as Readonly<Record<string, string>>)[kind] ?? t.events.other}
          <small>
            <code>{kind}</code>
          </small>
          {scopes && (
            <small>
              <code>{scopes}</code>
            </small>
          )}
        </span>
      </td>
      <td role="cell" data-l={columns.about}>
        <span class="lined">
          <About event={event} />
        </span>
      </td>
      <td role="cell" data-l={columns.by}>
        <span class="lined">
          <By event={event} />
        </span>
      </td>
    </tr>
  );
};

const About = ({ event: { account_id: account, client_id: client } }: { event: RecordedEvent }) => (
  <>
    {account !== null && (
      <small>
        {t.events.ofAccount} <AccountLink id={account} />
      </small>
    )}
    {client !== null && (
      <small>
        {t.events.ofClient}{' '}
        <a href={link(`/admin/events?client_id=${encodeURIComponent(client)}`)}>
          <code>{client}</code>
        </a>
      </small>
    )}
  </>
);

const By = ({ event: { actor_id: actor, address } }: { event: RecordedEvent }) => (
  <>
    {actor !== null && <AccountLink id={actor} />}
    {actor === null && address === null && <small>{t.events.server}</small>}
    {address !== null && <small>{t.events.from(<code>{address}</code>)}</small>}
  </>
);

const AccountLink = ({ id }: { id: string }) => (
  <a href={link(accountPlace(id))}>
    <code>{id}</code>
  </a>
);
