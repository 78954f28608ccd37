import type { JSX } from 'preact';
import { link } from '../../navigation';
import { accountPlace } from '../accounts/account-views';
import { applicationPlace } from '../applications/application-views';
import { t } from '../messages/messages';
import { Time } from '../time';
import { type Filter, type Name, type RecordedEvent, eventsPlace } from './filter';

const { columns } = t.events;

interface Props {
  event: RecordedEvent;
  /** Of the list in which it stands. */
  filter: Filter;
}

/** What happened, in words, with the way to what it is about and to all else that happened to that. */
export const EventRow = ({ event, filter }: Props): JSX.Element => (
  <tr role="row">
    <td role="cell" class="muted">
      <Time at={event.at} />
    </td>
    <td role="cell" data-l={columns.what}>
      <What event={event} />
    </td>
    <td role="cell" data-l={columns.about}>
      <span class="lined">
        {event.account && <AboutAccount account={event.account} filter={filter} />}
        {event.application && <AboutApplication application={event.application} filter={filter} />}
      </span>
    </td>
    <td role="cell" data-l={columns.by}>
      <By event={event} />
    </td>
  </tr>
);

const What = ({ event: { kind, scopes } }: { event: RecordedEvent }) => (
  <span class="lined">
    {/* A newer server knows more kinds. */}
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
);

type Account = NonNullable<RecordedEvent['account']>;
type Application = NonNullable<RecordedEvent['application']>;

const nameOf = ({ email, name, id }: Account) => email ?? name ?? id;

const AboutAccount = ({ account, filter }: { account: Account; filter: Filter }) => {
  const { id, email, name } = account;
  const isOnly = filter.account_id !== undefined && [id, email].includes(filter.account_id);
  return (
    <>
      <AccountName account={account} />
      <small>
        {email !== null && name !== null && (
          <>
            <bdi>{name}</bdi>{' '}
          </>
        )}
        {!isOnly && <Only name="account_id" value={id} of={nameOf(account)} filter={filter} />}
      </small>
    </>
  );
};

const AccountName = ({ account }: { account: Account }) => {
  const { id, gone } = account;
  return (
    <span>
      {gone ? (
        <>
          <code>{id}</code> <span class="badge plain">{t.events.accountGone}</span>
        </>
      ) : (
        <a href={link(accountPlace(id))}>
          <bdi>{nameOf(account)}</bdi>
        </a>
      )}
    </span>
  );
};

const AboutApplication = ({ application, filter }: { application: Application; filter: Filter }) => {
  const { client_id: id, name, gone } = application;
  return (
    <>
      <span>
        {gone ? (
          <>
            <bdi>{name ?? id}</bdi> <span class="badge plain">{t.events.applicationGone}</span>
          </>
        ) : (
          <a href={link(applicationPlace(id))}>
            <bdi>{name}</bdi>
          </a>
        )}
      </span>
      <small>
        {name !== null && <code>{id}</code>}{' '}
        {filter.client_id !== id && <Only name="client_id" value={id} of={name ?? id} filter={filter} />}
      </small>
    </>
  );
};

/** Adds to the filter; the rest of it stays. */
const Only = ({ name, value, of, filter }: { name: Name; value: string; of: string; filter: Filter }) => {
  const text = name === 'account_id' ? t.events.onlyAccount : t.events.onlyApplication;
  return (
    <a href={link(eventsPlace({ ...filter, [name]: value }))} aria-label={`${text}: ${of}`}>
      {text}
    </a>
  );
};

const By = ({ event: { actor, address } }: { event: RecordedEvent }) => (
  <span class="lined">
    {actor !== null && <AccountName account={actor} />}
    {actor === null && address === null && <small>{t.events.server}</small>}
    {address !== null && <small>{t.events.from(<code>{address}</code>)}</small>}
  </span>
);
