import { TOKEN_EXCHANGE } from './grant-types';
import { OAuthError } from '../oauth-error';
import type { Resource } from '../request/scope';

/** Without an account's consent (ADR 32). */
export type ListedGrantType = 'client_credentials' | typeof TOKEN_EXCHANGE;

/** Lists of a resource, and their names in `RESOURCES_FILE`. */
export const CLIENT_LISTS = {
  client_credentials: { list: 'clientCredentialsClients', member: 'client_credentials_clients' },
  [TOKEN_EXCHANGE]: { list: 'tokenExchangeClients', member: 'token_exchange_clients' },
} as const satisfies Record<ListedGrantType, { list: keyof Resource; member: string }>;

type ListMember = (typeof CLIENT_LISTS)[ListedGrantType]['member'];

/**
 * The auth server's own audience is not a resource and has no list.
 *
 * @throws OAuthError `unauthorized_client`, which names the list.
 */
export function assertListed(
  grantType: ListedGrantType,
  { clientId, audience }: { clientId: string; audience: string },
  resources: readonly Resource[],
): void {
  const resource = resources.find(({ url }) => url === audience);
  const { list, member } = CLIENT_LISTS[grantType];
  if (resource === undefined)
    throw new OAuthError(
      'unauthorized_client',
      `${audience} is not a resource of this server: only resources in RESOURCES_FILE have ${member}`,
    );
  const listed = resource[list];
  if (listed !== '*' && !listed?.includes(clientId))
    throw new OAuthError(
      'unauthorized_client',
      `RESOURCES_FILE does not list ${clientId} in ${member} of ${audience}: only the operator can allow that`,
    );
}

export interface Unconsented {
  clientId: string;
  grantTypes: readonly string[];
  ownScopes: readonly string[];
  /** `null`: all. */
  scopes: readonly string[] | null;
}

/** For each missing list the applications that need it. */
export type Unlisted = { url: string } & Partial<Record<ListMember, string[]>>;

export function findUnlisted(clients: readonly Unconsented[], resources: readonly Resource[]): Unlisted[] {
  return resources
    .map((resource) => ({ url: resource.url, ...missingLists(clients, resource) }))
    .filter((unlisted) => Object.keys(unlisted).length > 1);
}

function missingLists(clients: readonly Unconsented[], resource: Resource): Partial<Record<ListMember, string[]>> {
  const has = (names: readonly string[] | null) =>
    names === null || resource.scopes.some(({ name }) => names.includes(name));
  const concerned: Record<ListedGrantType, Unconsented[]> = {
    client_credentials: clients.filter(({ ownScopes }) => has(ownScopes)),
    [TOKEN_EXCHANGE]: clients.filter(({ scopes }) => has(scopes)),
  };
  const lists = (Object.keys(CLIENT_LISTS) as ListedGrantType[])
    .filter((grantType) => resource[CLIENT_LISTS[grantType].list] === undefined)
    .map((grantType) => {
      const using = concerned[grantType].filter(({ grantTypes }) => grantTypes.includes(grantType));
      return [CLIENT_LISTS[grantType].member, using.map(({ clientId }) => clientId)] as const;
    });
  return Object.fromEntries(lists.filter(([, clientIds]) => clientIds.length > 0));
}
