import type { ClientRules } from '../client/client';
import type { IdTokenClaims } from '../token/id-token-claims';
import { OAuthError, invalidRequest } from '../oauth-error';
import type { Parameters } from '../request/parameters';
import { appendParameters } from '../request/redirect-uri';

/** OpenID Connect RP-Initiated Logout §2; `logout_hint` and `ui_locales` are ignored. */
export const LOGOUT_PARAMETERS = [
  'id_token_hint',
  'logout_hint',
  'client_id',
  'post_logout_redirect_uri',
  'state',
  'ui_locales',
] as const;

export type LogoutParameters = Parameters<(typeof LOGOUT_PARAMETERS)[number]>;

/**
 * Acts by a request, or without it where it is wrong: the account may sign out all the same, but is sent nowhere (§4).
 *
 * @throws whatever `act` throws without parameters.
 */
export async function byUsableRequest<T>(
  parse: () => LogoutParameters,
  act: (parameters: LogoutParameters) => Promise<T>,
): Promise<{ parameters: LogoutParameters; isUsable: boolean; outcome: T }> {
  try {
    const parameters = parse();
    return { parameters, isUsable: true, outcome: await act(parameters) };
  } catch (error) {
    if (!(error instanceof OAuthError) || error.status >= 500) throw error;
    return { parameters: {}, isUsable: false, outcome: await act({}) };
  }
}

/** Of an `id_token_hint`. */
export type LogoutHint = Pick<IdTokenClaims, 'aud' | 'sub' | 'sid'>;

/**
 * @param hint claims of a valid `id_token_hint`.
 * @returns `null` if the request names no application.
 * @throws OAuthError `invalid_request`.
 */
export function logoutClientId(
  { id_token_hint: sent, client_id: clientId }: LogoutParameters,
  hint: LogoutHint | null,
): string | null {
  if (sent !== undefined && hint === null) throw invalidRequest('id_token_hint is not an ID token of this server');
  if (hint !== null && clientId !== undefined && clientId !== hint.aud)
    throw invalidRequest('client_id is not the application that id_token_hint was issued to');
  return hint?.aud ?? clientId ?? null;
}

export type LogoutRules = Pick<ClientRules, 'enabled'> & { postLogoutRedirectUris: readonly string[] | null };

/**
 * §3: only a registered URI, byte for byte, so that this is no open redirector. @throws OAuthError `invalid_request`.
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

/** Only an application used in this session has such a hint. */
export const provesSession = (
  hint: LogoutHint | null,
  { accountId, sessionId }: { accountId: string; sessionId: string },
): boolean => hint?.sub === accountId && hint.sid === sessionId;
