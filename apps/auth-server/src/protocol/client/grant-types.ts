import type { ClientOrigin, ClientRules } from './client';
import { OAuthError } from '../oauth-error';

/** RFC 7591 §2 has authorization_code alone; here each code exchange issues a refresh token. */
export const DEFAULT_GRANT_TYPES: readonly string[] = ['authorization_code', 'refresh_token'];

/** RFC 8628 §3.4. */
export const DEVICE_CODE = 'urn:ietf:params:oauth:grant-type:device_code';

/** RFC 8693 §2.1. */
export const TOKEN_EXCHANGE = 'urn:ietf:params:oauth:grant-type:token-exchange';

/** Confidential clients only (RFC 6749 §4.4, RFC 8693 §2.1). */
export const SECRET_GRANT_TYPES: readonly string[] = ['client_credentials', TOKEN_EXCHANGE];

export const KNOWN_GRANT_TYPES = [
  'authorization_code',
  'refresh_token',
  'client_credentials',
  DEVICE_CODE,
  TOKEN_EXCHANGE,
] as const;

export type KnownGrantType = (typeof KNOWN_GRANT_TYPES)[number];

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
