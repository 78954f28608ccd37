import { OAuthError } from '../oauth-error';
import type { ClientOrigin, ClientRules } from './client';
import { DEFAULT_GRANT_TYPES, DEVICE_CODE } from './grant-types';

/** @throws OAuthError `unauthorized_client`. */
export function assertGrantType({ grantTypes }: Pick<ClientRules, 'grantTypes'>, name: string): void {
  if (!(grantTypes ?? DEFAULT_GRANT_TYPES).includes(name))
    throw new OAuthError('unauthorized_client', `this application may not use ${name}`);
}

/** `developers`: clients that a developer vouches for. */
export type DeviceGrantClients = 'developers' | 'all';

/**
 * The account sees no page of the client (RFC 8628 §5.4), so an unknown developer's client could use any name.
 *
 * @throws OAuthError `unauthorized_client`.
 */
export function assertDeviceGrant(
  client: Pick<ClientRules, 'grantTypes'> & { origin: ClientOrigin; vouchedBy: string | null },
  allowed: DeviceGrantClients,
): void {
  const isUnvouched = client.origin !== 'console' && client.vouchedBy === null;
  if (isUnvouched && allowed === 'developers')
    throw new OAuthError(
      'unauthorized_client',
      'no developer registered this application, and DEVICE_GRANT_CLIENTS is developers here',
    );
  assertGrantType(client, DEVICE_CODE);
}

/** Needs client authentication (RFC 6749 §4.4). @throws OAuthError `unauthorized_client`. */
export function assertOwnGrantType(client: Pick<ClientRules, 'grantTypes' | 'type'>, name: string): void {
  assertGrantType(client, name);
  if (client.type === 'public') throw new OAuthError('unauthorized_client', `a public application may not use ${name}`);
}
