import { Callout } from '@consentry/ui/callout';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { api } from '../../api/api';
import { PageHead } from '../../controls/page-head';
import { WhenLoaded } from '../../controls/when-loaded';
import { link, useQuery } from '../../navigation';
import { accountPlace } from '../accounts/account-views';
import { administer } from '../administer';
import { ListCard } from '../list-card';
import { t } from '../messages/messages';
import { type LoadPage, type Pages, usePages } from '../use-pages';
import { ApplicationRow } from './application-row';
import type { AnyApplication } from './application-views';
import { type Asked, ChangeDialog } from './change-dialog';

type Registrar = AnyApplication['registered_by'];

const REGISTRARS = ['developer', 'itself', 'document'] as const satisfies readonly Registrar[];
const { columns } = t.applications;

/** Applications of all developers, and clients that nobody registered. */
export const AllApplicationsPage = (): JSX.Element => {
  const query = useQuery();
  const registrar = REGISTRARS.find((one) => one === query.get('registered_by')) ?? null;
  const accountId = query.get('account_id');
  const load: LoadPage<AnyApplication> = (cursor) => {
    const filter = {
      ...(registrar !== null && { registered_by: registrar }),
      ...(accountId !== null && { account_id: accountId }),
    };
    return administer(() => api.GET('/api/admin/applications', { params: { query: { ...cursor, ...filter } } }));
  };
  const loaded = usePages(load, query.toString());
  return (
    <>
      <PageHead title={t.applications.title} text={<Whose accountId={accountId} />} />
      <WhenLoaded loaded={loaded}>
        {(pages, change) => <List {...{ registrar, accountId, pages, change, load }} />}
      </WhenLoaded>
    </>
  );
};

const Whose = ({ accountId }: { accountId: string | null }) =>
  accountId === null ? (
    <>{t.applications.text}</>
  ) : (
    <>
      {t.applications.of(
        <a href={link(accountPlace(accountId))}>
          <code>{accountId}</code>
        </a>,
      )}{' '}
      <a href={link('/admin/applications')}>{t.list.all}</a>
    </>
  );

interface ListProps {
  registrar: Registrar | null;
  accountId: string | null;
  pages: Pages<AnyApplication>;
  change: (pages: Pages<AnyApplication>) => void;
  load: LoadPage<AnyApplication>;
}

const List = ({ registrar, accountId, pages, change, load }: ListProps) => {
  const [asked, setAsked] = useState<Asked | null>(null);
  const [done, setDone] = useState<Asked | null>(null);
  const show = (items: AnyApplication[]) => {
    change({ ...pages, items });
    setDone(asked);
  };
  return (
    <>
      {done && <Callout kind="ok" title={t.applications[done.change].done(<bdi>{done.of.name}</bdi>)} />}
      <ListCard
        id="applications"
        title={t.applications.found}
        tools={<Filter registrar={registrar} accountId={accountId} />}
        columns={[
          columns.application,
          columns.by,
          columns.state,
          columns.since,
          <Hidden key="" text={columns.actions} />,
        ]}
        row={(one) => <ApplicationRow key={one.client_id} application={one} onAsk={setAsked} />}
        empty={
          <>
            <h3>{t.applications.none}</h3>
            <p>{t.applications.noneText}</p>
          </>
        }
        {...{ pages, change, load }}
      />
      {asked && (
        <ChangeDialog
          {...asked}
          close={() => setAsked(null)}
          onChanged={(now) =>
            show(
              pages.items.flatMap((one) =>
                one.client_id === asked.of.client_id ? (now === null ? [] : [now]) : [one],
              ),
            )
          }
        />
      )}
    </>
  );
};

const Hidden = ({ text }: { text: string }) => <span class="vh">{text}</span>;

const Filter = ({ registrar, accountId }: Pick<ListProps, 'registrar' | 'accountId'>) => (
  <nav class="seg" aria-label={t.applications.registeredBy}>
    {([null, ...REGISTRARS] as const).map((one) => (
      <a
        key={one ?? 'all'}
        href={link(`/admin/applications${queryOf(one, accountId)}`)}
        aria-current={one === registrar ? 'page' : undefined}
      >
        {t.applications.filters[one ?? 'all']}
      </a>
    ))}
  </nav>
);

function queryOf(registrar: Registrar | null, accountId: string | null): string {
  const query = new URLSearchParams({
    ...(accountId !== null && { account_id: accountId }),
    ...(registrar !== null && { registered_by: registrar }),
  }).toString();
  return query && `?${query}`;
}
