import type { ClientRules } from './client';
import { OAuthError, invalidRequest } from './oauth-error';
import type { Parameters } from './parameters';
import { assertChallenge } from './pkce';
import { appendParameters, isRegisteredRedirectUri } from './redirect-uri';
import { type Resource, defaultScope, parseScope, resolveScope } from './scope';

export const AUTHORIZATION_PARAMETERS = [
  'client_id',
  'redirect_uri',
  'response_type',
  'scope',
  'state',
  'code_challenge',
  'code_challenge_method',
] as const;

export type AuthorizationParameters = Parameters<(typeof AUTHORIZATION_PARAMETERS)[number]>;

/** An authorization request that passed every check. */
export interface AuthorizationRequest {
  redirectUri: string;
  scope: readonly string[];
  resource: Resource;
  state: string | null;
  codeChallenge: string | null;
}

/**
 * First phase: who asks, and where may the answer go? Until both are known an error must never redirect
 * (RFC 6749 §4.1.2.1, RFC 9700 §4.11).
 *
 * @throws OAuthError `invalid_request`, or `invalid_client` (400: nobody authenticates here).
 */
export function resolveRedirectTarget<Client extends ClientRules>(
  { redirect_uri: redirectUri }: AuthorizationParameters,
  client: Client | null,
): RedirectTarget<Client> {
  if (client === null || !client.enabled) throw unknownClient();
  if (redirectUri === undefined) throw invalidRequest('redirect_uri is missing');
  if (!isRegisteredRedirectUri(redirectUri, client))
    throw invalidRequest('redirect_uri is not one of those registered for this application');
  return { client, redirectUri };
}

/** Who asks, and where the answer goes. */
export interface RedirectTarget<Client extends ClientRules> {
  client: Client;
  redirectUri: string;
}

export const unknownClient = () =>
  new OAuthError('invalid_client', 'the application is unknown or disabled', { status: 400 });

/**
 * Second phase: what is asked for? The checks run in this order and the first that fails answers, with the error
 * redirect beside it.
 *
 * @throws OAuthError with `redirectTo`.
 */
export function parseAuthorizationRequest(
  parameters: AuthorizationParameters,
  { client, redirectUri }: RedirectTarget<ClientRules>,
  { resources, issuer }: { resources: readonly Resource[]; issuer: string },
): AuthorizationRequest {
  const { state, code_challenge: codeChallenge } = parameters;
  try {
    assertResponseType(parameters.response_type);
    const scope = parseRequestedScope(parameters, client, resources);
    const resource = resolveScope(scope, client.scopes, resources);
    if (state === undefined && codeChallenge === undefined) throw invalidRequest('state is missing');
    assertChallenge(codeChallenge, parameters.code_challenge_method, client.type);
    return { redirectUri, scope, resource, state: state ?? null, codeChallenge: codeChallenge ?? null };
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    const redirectTo = errorRedirect(error, { redirectUri, state: state ?? null, issuer });
    throw error.with({ redirectTo });
  }
}

function assertResponseType(responseType: string | undefined): void {
  if (responseType === undefined) throw invalidRequest('response_type is missing');
  if (responseType !== 'code') throw new OAuthError('unsupported_response_type', 'response_type must be code');
}

/** PKCE does what `state` is for (RFC 9700 §2.1), so a request that carries it may omit `state` and `scope`. */
function parseRequestedScope(
  { scope, code_challenge: codeChallenge }: AuthorizationParameters,
  client: ClientRules,
  resources: readonly Resource[],
): string[] {
  if (scope !== undefined) return parseScope(scope);
  if (codeChallenge === undefined) throw invalidRequest('scope is missing');
  return defaultScope(client.scopes, resources);
}

/** Where an authorization response goes: what the client sent, and who answers (RFC 9207). */
export interface ResponseTarget {
  redirectUri: string;
  state: string | null;
  issuer: string;
}

export const errorRedirect = ({ code, description }: OAuthError, { redirectUri, state, issuer }: ResponseTarget) =>
  appendParameters(redirectUri, { error: code, error_description: description, state, iss: issuer });

export const codeRedirect = (code: string, { redirectUri, state, issuer }: ResponseTarget) =>
  appendParameters(redirectUri, { code, state, iss: issuer });
