import { Callout } from '@consentry/ui/callout';
import type { ComponentChildren, JSX } from 'preact';
import { api } from '../../api/api';
import type { components } from '../../api/generated/schema';
import { useLoaded } from '../../api/use-loaded';
import { Copyable } from '../../controls/copyable';
import { type Fact, Facts } from '../../controls/facts';
import { PageHead } from '../../controls/page-head';
import { TableHead } from '../../controls/table-head';
import { WhenLoaded } from '../../controls/when-loaded';
import { administer } from '../administer';
import { t } from '../messages/messages';

type Resource = components['schemas']['ResourceView'];
type Scope = Resource['scopes'][number];

const { columns } = t.resources;
const LISTS = [
  'client_credentials_clients',
  'token_exchange_clients',
  'first_party_clients',
  'introspection_clients',
  'authorization_details_types',
] as const;

/** What the file says, as the server read it. */
export const ResourcesPage = (): JSX.Element => {
  const loaded = useLoaded(() => administer(() => api.GET('/api/admin/resources')));
  return (
    <>
      <PageHead title={t.resources.title} text={t.resources.text} />
      <WhenLoaded loaded={loaded}>
        {({ file, items }) => (
          <>
            <Callout
              kind="info"
              title={
                file === null ? t.resources.noFile(<code>RESOURCES_FILE</code>) : t.resources.file(<code>{file}</code>)
              }
            />
            {items.length === 0 && (
              <section class="card">
                <div class="empty">
                  <h2>{t.resources.none}</h2>
                </div>
              </section>
            )}
            {items.map((resource, at) => (
              <ResourceCard key={resource.url} resource={resource} id={`resource-${at}`} />
            ))}
          </>
        )}
      </WhenLoaded>
    </>
  );
};

const ResourceCard = ({ resource, id }: { resource: Resource; id: string }) => (
  <section class="card" aria-labelledby={id}>
    <header>
      <div>
        <h2 id={id}>{resource.name}</h2>
        <Copyable text={resource.url} of={t.resources.ofUrl} />
      </div>
    </header>
    {resource.scopes.length === 0 ? (
      <p class="pad muted">{t.resources.noScopes}</p>
    ) : (
      <Scopes scopes={resource.scopes} id={id} />
    )}
    <details class="pad further">
      <summary>{t.resources.more}</summary>
      <More resource={resource} />
    </details>
  </section>
);

const Scopes = ({ scopes, id }: { scopes: readonly Scope[]; id: string }) => (
  <table class="table" role="table" aria-labelledby={id}>
    <TableHead columns={Object.values(columns)} />
    <tbody role="rowgroup">
      {scopes.map((scope) => (
        <tr key={scope.name} role="row">
          <td role="cell">
            <code>{scope.name}</code>
          </td>
          <td role="cell" data-l={columns.text}>
            <span>
              {scope.description} {scope.detail && <small class="muted">{scope.detail}</small>}
            </span>
          </td>
          <td role="cell" data-l={columns.ask}>
            {scope.sensitive ? <span class="badge warn">{t.resources.sensitive}</span> : t.resources.ticked}
          </td>
          <td role="cell" data-l={columns.claims}>
            {scope.claims.length === 0 ? t.resources.nobody : <code>{scope.claims.join(' ')}</code>}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);

const More = ({ resource }: { resource: Resource }) => {
  const rows: Fact[] = LISTS.map((list) => [t.resources.clients[list], listed(resource[list])]);
  const exchanges = resource.token_exchanges.map(({ client, from }) => (
    <span key={`${client} ${from}`}>{t.resources.exchange(<code>{client}</code>, <code>{from}</code>)}</span>
  ));
  return <Facts facts={[...rows, [t.resources.exchanges, exchanges.length === 0 ? t.resources.nobody : exchanges]]} />;
};

function listed(list: readonly string[] | '*'): ComponentChildren {
  if (list === '*') return t.resources.every;
  return list.length === 0 ? t.resources.nobody : list.map((one) => <code key={one}>{one}</code>);
}
