import { TOKEN_EXCHANGE } from './grant-types';
import { OAuthError } from '../oauth-error';
import type { ListedClients, Resource } from '../request/scope';

/** The grant types that give scopes to which no account consents. */
export type ListedGrantType = 'client_credentials' | typeof TOKEN_EXCHANGE;

/** By which member of a resource in `RESOURCES_FILE` the operator says which applications may use each. */
export const LIST_OF: Readonly<Record<ListedGrantType, ListName>> = {
  client_credentials: 'client_credentials_clients',
  [TOKEN_EXCHANGE]: 'token_exchange_clients',
};

export type ListName = 'client_credentials_clients' | 'token_exchange_clients';

/** `undefined` where the operator has not decided, which means none. */
export const listOf = (resource: Resource, name: ListName): ListedClients | undefined =>
  name === 'client_credentials_clients' ? resource.clientCredentialsClients : resource.tokenExchangeClients;

/**
 * Whether the operator lets an application use a grant type for tokens of an audience. The auth server's own audience is
 * no resource, and nothing lists applications for it.
 *
 * @throws OAuthError `unauthorized_client`, which tells the developer what to ask the operator for.
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

/** What an application may use the grant types for, if the operator agrees. */
export interface Unconsented {
  clientId: string;
  grantTypes: readonly string[];
  ownScopes: readonly string[];
  /** `null` means all. */
  scopes: readonly string[] | null;
}

/** A resource of `RESOURCES_FILE` with the lists that it lacks, and whom they would have to name. */
export type Unlisted = { url: string } & Partial<Record<ListName, string[]>>;

/** Where the operator has not decided yet, though there are applications that such a list may be for. */
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
