import type { ClientRules } from '../client/client';
import type { IdTokenClaims } from '../token/id-token-claims';
import { invalidRequest } from '../oauth-error';
import type { Parameters } from '../request/parameters';
import { appendParameters } from '../request/redirect-uri';

/** OpenID Connect RP-Initiated Logout §2. The hints of whom and in which language are read by nobody here. */
export const LOGOUT_PARAMETERS = [
  'id_token_hint',
  'logout_hint',
  'client_id',
  'post_logout_redirect_uri',
  'state',
  'ui_locales',
] as const;

export type LogoutParameters = Parameters<(typeof LOGOUT_PARAMETERS)[number]>;

/** What an ID token says that comes back. */
export type LogoutHint = Pick<IdTokenClaims, 'aud' | 'sub' | 'sid'>;

/**
 * The `client_id` of the application that asks, or `null` where nothing says.
 *
 * @param hint what `id_token_hint` says; `null` where it is missing or says nothing that counts.
 * @throws OAuthError `invalid_request`.
 */
export function logoutClientId(
  { id_token_hint: sent, client_id: clientId }: LogoutParameters,
  hint: LogoutHint | null,
): string | null {
  if (sent !== undefined && hint === null) throw invalidRequest('id_token_hint is no ID token of ours');
  if (hint !== null && clientId !== undefined && clientId !== hint.aud)
    throw invalidRequest('client_id names another application than id_token_hint');
  return hint?.aud ?? clientId ?? null;
}

/** What a client says of where the browser goes after a logout. */
export type LogoutRules = Pick<ClientRules, 'enabled'> & { postLogoutRedirectUris: readonly string[] | null };

/**
 * Where the browser goes, with `state` (§3), or `null` where it stays. Only to what the application registered, byte for
 * byte: we are nobody's open redirector.
 *
 * @throws OAuthError `invalid_request`.
 */
export function logoutTarget(
  { post_logout_redirect_uri: uri, state }: LogoutParameters,
  client: LogoutRules | null,
): string | null {
  if (uri === undefined) return null;
  if (client === null || !client.enabled)
    throw invalidRequest('post_logout_redirect_uri needs the id_token_hint or client_id of an application');
  if (!client.postLogoutRedirectUris?.includes(uri))
    throw invalidRequest('post_logout_redirect_uri is not one of those registered for this application');
  return state === undefined ? uri : appendParameters(uri, { state });
}

/** Whether the hint was issued in this very session: who brings it is the application that the account uses in it. */
export const provesSession = (
  hint: LogoutHint | null,
  { accountId, sessionId }: { accountId: string; sessionId: string },
): boolean => hint?.sub === accountId && hint.sid === sessionId;
