import type { ClientRules } from './client';
import { OAuthError } from './oauth-error';

/** What an application may use that says nothing of it (RFC 7591 §2 names the code alone). */
export const DEFAULT_GRANT_TYPES: readonly string[] = ['authorization_code', 'refresh_token'];

/** @throws OAuthError `unauthorized_client`. */
export function assertGrantType({ grantTypes }: Pick<ClientRules, 'grantTypes'>, name: string): void {
  if (!(grantTypes ?? DEFAULT_GRANT_TYPES).includes(name))
    throw new OAuthError('unauthorized_client', `this application may not use ${name}`);
}
