import { Callout } from '@consentry/ui/callout';
import { Tile } from '@consentry/ui/tile';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useLoaded } from '../../api/use-loaded';
import { Copyable } from '../../controls/copyable';
import { type Fact, Facts } from '../../controls/facts';
import { PageHead } from '../../controls/page-head';
import { WhenLoaded } from '../../controls/when-loaded';
import { dayOf } from '../../messages/messages';
import { link } from '../../navigation';
import { eventsPlace } from '../events/filter';
import { t } from '../messages/messages';
import { AccountEnd } from './account-end';
import { loadAccount, titleOf } from './account-views';
import { AccountState } from './accounts-page';
import type { Done, OfAccount } from './of-account';
import { PasswordReset } from './password-reset';
import { RolesCard } from './roles-card';

/** One account: its numbers, its roles, and what an administrator can end. */
export const AccountPage = ({ id }: { id: string }): JSX.Element => {
  const loaded = useLoaded(() => loadAccount(id), id);
  const [done, setDone] = useState<Done | null>(null);
  const known = loaded.state === 'loaded' ? loaded.value : null;
  const title = known === null ? id : titleOf(known);
  return (
    <>
      <p class="crumbs">
        <a href={link('/admin/accounts')}>{t.accounts.title}</a> <span aria-hidden="true">/</span> <bdi>{title}</bdi>
      </p>
      <PageHead
        title={title}
        tile={<Tile name={title} shape="xl" />}
        text={known && <AccountState account={known} />}
      />
      <WhenLoaded loaded={loaded}>
        {(account, changeTo) => {
          const change: OfAccount['change'] = (changed, said) => {
            changeTo(changed);
            setDone(said);
          };
          return <Parts {...{ account, title, change, done }} />;
        }}
      </WhenLoaded>
    </>
  );
};

const Parts = (of: OfAccount) => {
  const { disabled_at: off } = of.account;
  return (
    <>
      {off !== null && (
        <Callout kind="warn" title={t.account.off.is(dayOf(off))}>
          <span>{t.account.off.isText}</span>
        </Callout>
      )}
      <Numbers {...of} />
      <Identity {...of} />
      <RolesCard key={of.account.roles.join()} {...of} />
      {of.account.issuer === null && <PasswordReset {...of} />}
      <AccountEnd {...of} />
    </>
  );
};

const Numbers = ({ account }: OfAccount) => (
  <dl class="stats">
    {(['sessions', 'grants', 'applications'] as const).map((number) => (
      <div key={number}>
        <dt>{t.account.numbers[number]}</dt>
        <dd>{account[number]}</dd>
      </div>
    ))}
  </dl>
);

const Identity = ({ account }: OfAccount) => {
  const { id, name, issuer, subject, email_verified_at: verified, created_at: since } = account;
  const rows: Fact[] = [
    [t.account.id, <Copyable key="id" text={id} of={t.account.ofId} />],
    [t.account.name, name === null ? t.account.noName : <bdi>{name}</bdi>],
    ...(issuer === null
      ? ([[t.account.verified, verified === null ? t.account.notVerified : dayOf(verified)]] as Fact[])
      : []),
    [
      t.account.signsIn,
      issuer === null ? t.account.here : <span>{t.account.at(<code>{issuer}</code>, <code>{subject}</code>)}</span>,
    ],
    [t.account.since, dayOf(since)],
  ];
  return (
    <section class="card" aria-labelledby="identity">
      <header>
        <div>
          <h2 id="identity">{t.account.identity}</h2>
        </div>
        <div class="bar">
          <a class="btn slim" href={link(`/admin/applications?account_id=${encodeURIComponent(id)}`)}>
            {t.account.applications}
          </a>
          <a class="btn slim" href={link(eventsPlace({ account_id: id }))}>
            {t.account.events}
          </a>
        </div>
      </header>
      <Facts facts={rows} />
    </section>
  );
};
