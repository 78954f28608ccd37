import { Tile } from '@consentry/ui/tile';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { PageHead } from '../../controls/page-head';
import { WhenLoaded } from '../../controls/when-loaded';
import { dayOf } from '../../messages/messages';
import { link, navigate, useQuery } from '../../navigation';
import { ListCard } from '../list-card';
import { t } from '../messages/messages';
import { usePages } from '../use-pages';
import { type ListedAccount, accountPlace, accountsBy, titleOf } from './account-views';

const { columns } = t.accounts;

/** Accounts of all, by the beginning of their email. */
export const AccountsPage = (): JSX.Element => {
  const email = useQuery().get('email') ?? '';
  const load = accountsBy(email);
  const loaded = usePages(load, email);
  return (
    <>
      <PageHead title={t.accounts.title} text={t.accounts.text} />
      <Find key={email} email={email} />
      <WhenLoaded loaded={loaded}>
        {(pages, change) => (
          <ListCard
            id="accounts"
            title={email ? t.accounts.found : t.accounts.newest}
            columns={[columns.account, columns.state, columns.roles, columns.since]}
            row={(account) => <Row key={account.id} account={account} />}
            empty={
              <>
                <h3>{t.accounts.none}</h3>
                <p>{email ? t.accounts.noMatch(<bdi>{email}</bdi>) : t.accounts.noAccount}</p>
              </>
            }
            {...{ pages, change, load }}
          />
        )}
      </WhenLoaded>
    </>
  );
};

const Find = ({ email }: { email: string }) => {
  const [text, setText] = useState(email);
  const show = (wanted: string) =>
    navigate(wanted === '' ? '/admin/accounts' : `/admin/accounts?email=${encodeURIComponent(wanted)}`);
  return (
    <form
      class="bar find"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        show(text.trim());
      }}
    >
      <label class="vh" for="email">
        {t.accounts.find}
      </label>
      <input
        class="input"
        id="email"
        type="search"
        autoComplete="off"
        spellcheck={false}
        placeholder={t.accounts.hint}
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      <button class="btn">{t.accounts.search}</button>
      {email && (
        <a class="btn quiet" href={link('/admin/accounts')}>
          {t.list.all}
        </a>
      )}
    </form>
  );
};

const Row = ({ account }: { account: ListedAccount }) => {
  const title = titleOf(account);
  const { id, email, name, issuer, created_at: since } = account;
  const more = issuer ?? (email === null ? null : name);
  return (
    <tr role="row">
      <td class="who-cell" role="cell">
        <div class="who">
          <Tile name={title} />
          <span>
            <a href={link(accountPlace(id))}>
              <bdi>{title}</bdi>
            </a>
            {more && (
              <small>
                <bdi>{more}</bdi>
              </small>
            )}
          </span>
        </div>
      </td>
      <td data-l={columns.state} role="cell">
        <AccountState account={account} />
      </td>
      <td data-l={columns.roles} role="cell">
        <Roles account={account} />
      </td>
      <td data-l={columns.since} role="cell">
        {dayOf(since)}
      </td>
    </tr>
  );
};

export const AccountState = ({ account: { disabled_at: off } }: { account: ListedAccount }): JSX.Element => (
  <span class={off === null ? 'badge ok' : 'badge danger'}>{off === null ? t.accounts.on : t.accounts.off}</span>
);

const Roles = ({ account: { roles } }: { account: ListedAccount }) =>
  roles.length === 0 ? (
    <span class="muted">{t.accounts.noRole}</span>
  ) : (
    <span class="bar">
      {roles.map((role) => (
        <span key={role} class="badge tint plain">
          {t.accounts.roles[role]}
        </span>
      ))}
    </span>
  );
