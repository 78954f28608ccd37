import type { Resource } from '../request/scope';

export interface ClaimsRecipient {
  clientId: string;
  /** The audience of the access token. */
  resource: string;
  scope: readonly string[];
}

/** Names, or all. */
export type AllowedClaims = ReadonlySet<string> | 'all';

const NONE: ReadonlySet<string> = new Set();

/**
 * Which claims of the team's own may go to an application: all to the resource's first-party clients, to others those
 * that a granted scope names. A sign-in alone is for no resource: all to a client that any resource lists by its name.
 */
export function allowedClaims(
  { clientId, resource: url, scope }: ClaimsRecipient,
  resources: readonly Resource[],
): AllowedClaims {
  const resource = resources.find((known) => known.url === url);
  if (resource === undefined) return resources.some((known) => isNamed(known, clientId)) ? 'all' : NONE;
  if (resource.firstPartyClients === '*' || isNamed(resource, clientId)) return 'all';
  const granted = resource.scopes.filter(({ name }) => scope.includes(name));
  return new Set(granted.flatMap(({ claims = [] }) => claims));
}

export const mayHave = (allowed: AllowedClaims, name: string) => allowed === 'all' || allowed.has(name);

/** Whether the operator lets any application have any claim. */
export const areClaimsGiven = (resources: readonly Resource[]) =>
  resources.some(
    ({ firstPartyClients = [], scopes }) =>
      firstPartyClients.length > 0 || scopes.some(({ claims = [] }) => claims.length > 0),
  );

const isNamed = ({ firstPartyClients: clients }: Resource, clientId: string) =>
  clients !== '*' && clients?.includes(clientId) === true;

/** Names that need no namespace, as the operator lists them. @param mapped names of trusted issuers' claims. */
export const listedClaims = (resources: readonly Resource[], mapped: readonly string[] = []): ReadonlySet<string> =>
  new Set([...resources.flatMap(({ scopes }) => scopes.flatMap(({ claims = [] }) => claims)), ...mapped]);
