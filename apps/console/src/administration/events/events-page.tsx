import type { JSX } from 'preact';
import { api } from '../../api/api';
import { PageHead } from '../../controls/page-head';
import { WhenLoaded } from '../../controls/when-loaded';
import { link, useQuery } from '../../navigation';
import { administer } from '../administer';
import { ListCard } from '../list-card';
import { t } from '../messages/messages';
import { type LoadPage, usePages } from '../use-pages';
import { EventFilter } from './event-filter';
import { EventRow } from './event-row';
import { NAMES, type RecordedEvent, askedOf, filterOf } from './filter';

/** The record of events, or those of a filter. */
export const EventsPage = (): JSX.Element => {
  const query = useQuery();
  const filter = filterOf(query);
  const load: LoadPage<RecordedEvent> = (cursor) =>
    administer(() => api.GET('/api/admin/events', { params: { query: { ...askedOf(filter), ...cursor } } }));
  const key = query.toString();
  const loaded = usePages(load, key);
  const refused = loaded.state === 'failed' ? loaded.failure.fields.map(({ field }) => field) : [];
  const isAtFields = refused.length > 0 && refused.every((field) => NAMES.some((name) => name === field));
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <>
      <PageHead title={t.events.title} text={t.events.text} />
      <EventFilter key={key} filter={filter} wrong={refused} />
      {!isAtFields && (
        <WhenLoaded loaded={loaded}>
          {(pages, change) => (
            <ListCard
              id="events"
              title={t.events.found}
              columns={Object.values(t.events.columns)}
              row={(event) => <EventRow key={event.id} event={event} filter={filter} />}
              empty={
                <>
                  <h3>{t.events.none}</h3>
                  <p>{isFiltered ? t.events.noneText : t.events.noneYet}</p>
                  {isFiltered && (
                    <a class="btn" href={link('/admin/events')}>
                      {t.events.reset}
                    </a>
                  )}
                </>
              }
              {...{ pages, change, load }}
            />
          )}
        </WhenLoaded>
      )}
    </>
  );
};
