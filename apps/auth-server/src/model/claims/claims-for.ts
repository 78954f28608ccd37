import type { DescribedAccount } from '../accounts/account.repository';
import type { RegisteredClient } from '../clients/registered-client';
import type { GrantCounters } from '../../protocol/token/access-token-claims';
import type { ClaimsRequest } from '../../protocol/token/claims-request';
import type { Claims } from '../../protocol/token/own-claims';

/** The account, application and grant that the claims source is asked about. */
export interface ClaimsFor extends GrantCounters {
  accountId: string;
  client: Pick<RegisteredClient, 'clientId' | 'name' | 'profileInIdToken'>;
  /** The public id of the grant's client, where it is another one: the token is exchanged. */
  grantClientId?: string;
  /** The audience of the access token. */
  resource: string;
  scope: readonly string[];
}

/** What the claims depend on: the grant's counters too, as they count what outdates claims. */
export function keyOf({ accountId, client, grantClientId, grantEpoch, reissues, resource, scope }: ClaimsFor): string {
  const grant = [grantClientId ?? client.clientId, grantEpoch, reissues];
  return JSON.stringify([accountId, client.clientId, ...grant, resource, ...[...scope].sort()]);
}

/** @param issuerClaims what the account's trusted issuer said last. */
export function requestOf(
  { client, resource, scope }: ClaimsFor,
  { id, email, name, issuer, subject }: DescribedAccount,
  issuerClaims: Claims,
): ClaimsRequest {
  return {
    account: { id, email, name, issuer, subject },
    client: { client_id: client.clientId, name: client.name },
    resource,
    scopes: [...scope].sort(),
    issuer_claims: issuerClaims,
  };
}
