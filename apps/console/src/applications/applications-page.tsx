import { Icon } from '@consentry/ui/icon';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { type Application, type ListedApplication, api, callRoute } from '../api/api';
import { useLoaded } from '../api/use-loaded';
import { PageHead } from '../controls/page-head';
import { TableHead } from '../controls/table-head';
import { WhenLoaded } from '../controls/when-loaded';
import { daysAgo, t } from '../messages/messages';
import { link } from '../navigation';
import { AppTile } from './app-tile';
import { purposeOf } from './purposes';
import { serverFacts } from './server-facts';

/** Fewer are found by looking. */
const WORTH_FINDING = 6;

/** The server counts no more. */
const MOST_COUNTED = 1_000;

const KEPT = 90 * 24 * 3_600_000;

/** The own applications. */
export const ApplicationsPage = (): JSX.Element => {
  const loaded = useLoaded(async () => {
    const [{ items }, { issuer }] = await Promise.all([callRoute(() => api.GET('/api/applications')), serverFacts()]);
    return { items, issuer };
  });
  return (
    <>
      <PageHead title={t.applications.title} text={t.applications.text}>
        <NewLink />
      </PageHead>
      <WhenLoaded loaded={loaded}>
        {({ items, issuer }) => (
          <>
            {items.length === 0 ? <NoApplication /> : <List applications={items} />}
            <section class="card" aria-labelledby="unregistered">
              <header>
                <div>
                  <h2 id="unregistered">{t.applications.unregistered}</h2>
                  <p>{t.applications.unregisteredText(<code>{issuer}</code>)}</p>
                </div>
              </header>
            </section>
          </>
        )}
      </WhenLoaded>
    </>
  );
};

const NewLink = () => (
  <a class="btn primary" href={link('/console/new')}>
    <Icon name="plus" /> {t.applications.new}
  </a>
);

const NoApplication = () => (
  <section class="card">
    <div class="empty">
      <h2>{t.applications.none}</h2>
      <p>{t.applications.noneText}</p>
      <div class="bar">
        <a class="btn" href={link('/console/try')}>
          <Icon name="play" /> {t.applications.tryFirst}
        </a>
      </div>
    </div>
  </section>
);

const List = ({ applications }: { applications: readonly ListedApplication[] }) => {
  const [text, setText] = useState('');
  const wanted = text.trim().toLowerCase();
  const shown = applications.filter(({ name, client_id: id }) =>
    [name, id].some((one) => one.toLowerCase().includes(wanted)),
  );
  const { columns } = t.applications;
  return (
    <section class="card" aria-labelledby="all">
      <header>
        <div>
          <h2 id="all">{t.applications.all}</h2>
        </div>
        {applications.length >= WORTH_FINDING && <Find text={text} onInput={setText} />}
      </header>
      <table class="table hover" role="table" aria-labelledby="all">
        <TableHead columns={Object.values(columns)} />
        <tbody role="rowgroup">
          {shown.map((application) => (
            <Row key={application.client_id} application={application} />
          ))}
        </tbody>
      </table>
      <footer>
        <span role="status">
          {shown.length === 0 ? t.applications.noMatch : t.applications.count(shown.length, applications.length)}
        </span>
      </footer>
    </section>
  );
};

const Find = ({ text, onInput }: { text: string; onInput: (text: string) => void }) => (
  <div class="bar" role="search">
    <label class="vh" for="find">
      {t.applications.find}
    </label>
    <input
      class="input"
      id="find"
      type="search"
      placeholder={t.applications.findHint}
      value={text}
      onInput={(event) => onInput(event.currentTarget.value)}
    />
  </div>
);

const Row = ({ application }: { application: ListedApplication }) => {
  const { client_id: id, name, accounts_with_access: people } = application;
  const { columns } = t.applications;
  return (
    <tr role="row">
      <td class="who-cell" role="cell">
        <div class="who">
          <AppTile application={application} />
          <span>
            <a href={link(`/console/applications/${id}`)}>
              <bdi>{name}</bdi>
            </a>{' '}
            <Off application={application} />
          </span>
        </div>
      </td>
      <td data-l={columns.kind} role="cell">
        {kindOf(application)}
      </td>
      <td data-l={columns.people} role="cell">
        {t.applications.people(people, people >= MOST_COUNTED)}
      </td>
      <td data-l={columns.used} role="cell">
        {lastUse(application)}
      </td>
    </tr>
  );
};

/** Only what is off is marked. */
export const Off = ({ application: { enabled } }: { application: Application }): JSX.Element | null =>
  enabled ? null : <span class="badge">{t.applications.off}</span>;

/** The server tells the hour, and keeps hours for 90 days. */
function lastUse({ last_used_at: at, created_at: madeAt }: ListedApplication): string {
  const now = Date.now();
  if (at !== null) return daysAgo(at, now);
  return now - Date.parse(madeAt) < KEPT ? t.applications.notYet : t.applications.notLately;
}

/** "Server app with a secret" */
export function kindOf(application: Application): string {
  const purpose = purposeOf(application);
  return t.kinds[purpose === 'mcp' ? 'native' : purpose];
}
