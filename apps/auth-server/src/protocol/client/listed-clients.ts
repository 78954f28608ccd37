import { TOKEN_EXCHANGE } from './grant-types';
import { OAuthError } from '../oauth-error';
import type { ListedClients, Resource } from '../request/scope';

/** Grant types without the consent of an account (ADR 32). */
export type ListedGrantType = 'client_credentials' | typeof TOKEN_EXCHANGE;

/** The member of a resource in `RESOURCES_FILE` that lists the applications. */
export const LIST_OF: Readonly<Record<ListedGrantType, ListName>> = {
  client_credentials: 'client_credentials_clients',
  [TOKEN_EXCHANGE]: 'token_exchange_clients',
};

export type ListName = 'client_credentials_clients' | 'token_exchange_clients';

/** `undefined`, i.e. none, until the operator decides. */
export const listOf = (resource: Resource, name: ListName): ListedClients | undefined =>
  name === 'client_credentials_clients' ? resource.clientCredentialsClients : resource.tokenExchangeClients;

/**
 * Checks the operator's list for an audience. The auth server's own audience is no resource and has no list.
 *
 * @throws OAuthError `unauthorized_client`, which names the list.
 */
export function assertListed(
  grantType: ListedGrantType,
  { clientId, audience }: { clientId: string; audience: string },
  resources: readonly Resource[],
): void {
  const resource = resources.find(({ url }) => url === audience);
  const name = LIST_OF[grantType];
  if (resource === undefined)
    throw new OAuthError(
      'unauthorized_client',
      `${audience} is no resource: only those in RESOURCES_FILE have ${name}`,
    );
  const listed = listOf(resource, name);
  if (listed !== '*' && !listed?.includes(clientId))
    throw new OAuthError(
      'unauthorized_client',
      `RESOURCES_FILE does not list ${clientId} in ${name} of ${audience}: only the operator can allow that`,
    );
}

export interface Unconsented {
  clientId: string;
  grantTypes: readonly string[];
  ownScopes: readonly string[];
  /** `null` means all. */
  scopes: readonly string[] | null;
}

/** A resource, and for each missing list the applications that would need it. */
export type Unlisted = { url: string } & Partial<Record<ListName, string[]>>;

export function findUnlisted(clients: readonly Unconsented[], resources: readonly Resource[]): Unlisted[] {
  return resources
    .map((resource) => ({ url: resource.url, ...missingLists(clients, resource) }))
    .filter((unlisted) => Object.keys(unlisted).length > 1);
}

function missingLists(clients: readonly Unconsented[], resource: Resource): Partial<Record<ListName, string[]>> {
  const has = (names: readonly string[] | null) =>
    names === null || resource.scopes.some(({ name }) => names.includes(name));
  const concerned: Record<ListedGrantType, Unconsented[]> = {
    client_credentials: clients.filter(({ ownScopes }) => has(ownScopes)),
    [TOKEN_EXCHANGE]: clients.filter(({ scopes }) => has(scopes)),
  };
  const lists = (Object.keys(LIST_OF) as ListedGrantType[])
    .filter((grantType) => listOf(resource, LIST_OF[grantType]) === undefined)
    .map((grantType) => {
      const using = concerned[grantType].filter(({ grantTypes }) => grantTypes.includes(grantType));
      return [LIST_OF[grantType], using.map(({ clientId }) => clientId)] as const;
    });
  return Object.fromEntries(lists.filter(([, clientIds]) => clientIds.length > 0));
}
