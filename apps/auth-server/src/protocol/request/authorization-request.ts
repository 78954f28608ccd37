import { type AuthenticationDemand, parseMaxAge } from './sign-in-requirements';
import { RESPONSE_MODES, type ResponseMode, type ResponseTarget, errorResponse } from './authorization-response';
import { parseAuthorizationDetails } from './authorization-details';
import type { ClientRules } from '../client/client';
import { assertGrantType } from '../client/allowed-grant-type';
import { OAuthError, invalidRequest, invalidTarget } from '../oauth-error';
import type { Parameters } from './parameters';
import { assertChallenge } from './pkce';
import { parsePrompt } from './prompt';
import { impliedRedirectUri, isRegisteredRedirectUri } from './redirect-uri';
import { type RequestedTarget, type TargetContext, resolveTarget } from './requested-target';
import { parseResource } from './resource-indicator';
import { type Resource, parseScope } from './scope';
import { NOT_SHOWABLE, isShowable } from '../text/showable-text';

export const AUTHORIZATION_PARAMETERS = [
  'client_id',
  'redirect_uri',
  'response_type',
  'response_mode',
  'scope',
  'resource',
  'authorization_details',
  'state',
  'nonce',
  'prompt',
  'max_age',
  'acr_values',
  'login_hint',
  'id_token_hint',
  'code_challenge',
  'code_challenge_method',
  'dpop_jkt',
] as const;

export type AuthorizationParameters = Parameters<(typeof AUTHORIZATION_PARAMETERS)[number]>;

/** RFC 9101 §5. */
export const SENT_PARAMETERS = [...AUTHORIZATION_PARAMETERS, 'request', 'request_uri'] as const;

export type SentParameters = Parameters<(typeof SENT_PARAMETERS)[number]>;

/** After all checks. */
export interface AuthorizationRequest extends AuthenticationDemand {
  redirectUri: string;
  responseMode: ResponseMode | null;
  scope: readonly string[];
  /** `null` with identity scopes only. */
  resource: Resource | null;
  /** JSON (RFC 9396). */
  authorizationDetails: string | null;
  state: string | null;
  nonce: string | null;
  codeChallenge: string | null;
  /** Thumbprint (RFC 9449 §10). */
  dpopJkt: string | null;
  loginHint: string | null;
  idTokenHint: string | null;
}

/**
 * First phase: until client and redirect URI are known, an error must not redirect (RFC 6749 §4.1.2.1, RFC 9700 §4.11).
 *
 * @throws OAuthError `invalid_request`, or `invalid_client` (400: no client authenticates here).
 */
export function resolveRedirectTarget<Client extends ClientRules>(
  { redirect_uri: sent, code_challenge: codeChallenge }: AuthorizationParameters,
  client: Client | null,
): RedirectTarget<Client> {
  if (client === null || !client.enabled) throw unknownClient();
  // PKCE protects the code that the redirect URI would be compared for (OAuth 2.1 §4.1.1).
  const redirectUri = sent ?? (codeChallenge === undefined ? null : impliedRedirectUri(client));
  if (redirectUri === null) throw invalidRequest(REDIRECT_URI_MISSING);
  if (sent !== undefined && !isRegisteredRedirectUri(sent, client))
    throw invalidRequest('redirect_uri is not one of those registered for this application');
  return { client, redirectUri };
}

const REDIRECT_URI_MISSING =
  'redirect_uri is missing: it may be omitted only with code_challenge and if exactly one is registered';

export interface RedirectTarget<Client extends ClientRules> {
  client: Client;
  redirectUri: string;
}

export const unknownClient = () =>
  new OAuthError('invalid_client', 'the application is unknown or disabled', { status: 400 });

/** The server's settings. */
export interface RequestContext extends TargetContext {
  /** Of every client. */
  requirePkce: boolean;
}

/**
 * Second phase: the first failed check determines the error.
 *
 * @throws OAuthError with the response that tells the client.
 */
export function parseAuthorizationRequest(
  parameters: AuthorizationParameters,
  { client, redirectUri }: RedirectTarget<ClientRules>,
  { resources, issuer, requirePkce }: RequestContext,
): AuthorizationRequest {
  const { state, nonce, code_challenge: codeChallenge, code_challenge_method: method } = parameters;
  const responseMode = RESPONSE_MODES.find((known) => known === parameters.response_mode) ?? null;
  const status = client.rules?.redirectStatus;
  const target: ResponseTarget = { redirectUri, responseMode, state: state ?? null, issuer, status };
  try {
    assertResponseType(parameters.response_type);
    assertGrantType(client, 'authorization_code');
    const wanted = parseTarget(parameters, client, { resources, issuer });
    if (state === undefined && codeChallenge === undefined) throw invalidRequest(STATE_MISSING);
    const isOpenId = wanted.scope.includes('openid');
    const hasNonce = isOpenId && nonce !== undefined;
    assertChallenge({ challenge: codeChallenge, method, hasNonce }, client, requirePkce);
    return {
      redirectUri,
      responseMode: assertResponseMode(parameters.response_mode, responseMode),
      ...wanted,
      state: state ?? null,
      nonce: nonce ?? null,
      codeChallenge: codeChallenge ?? null,
      dpopJkt: parseThumbprint(parameters.dpop_jkt),
      ...parseDemand(parameters, client),
      isAcrVoluntary: isOpenId,
    };
  } catch (error) {
    throw error instanceof OAuthError ? withRedirect(error, target) : error;
  }
}

export const withRedirect = (error: OAuthError, target: ResponseTarget) =>
  error.with({ response: errorResponse(error, target) });

function assertResponseType(responseType: string | undefined): void {
  if (responseType === undefined) throw invalidRequest('response_type is missing');
  if (responseType !== 'code') throw new OAuthError('unsupported_response_type', 'response_type must be code');
}

const STATE_MISSING = 'state is missing: send it, or send code_challenge (PKCE, S256)';

/** No fragment mode: it would put the code into the browser's history and scripts. */
function assertResponseMode(text: string | undefined, mode: ResponseMode | null): ResponseMode | null {
  if (text !== undefined && mode === null) throw invalidRequest(`response_mode must be ${RESPONSE_MODES.join(' or ')}`);
  return mode;
}

/** PKCE replaces `state` (RFC 9700 §2.1): with it `state` and `scope` may be missing. */
function parseTarget(parameters: AuthorizationParameters, client: ClientRules, context: TargetContext) {
  const { authorization_details: text, scope, code_challenge: codeChallenge } = parameters;
  const wanted = parseAuthorizationDetails(text, client.authorizationDetailsTypes, context.resources);
  if (scope === undefined && codeChallenge === undefined && wanted === null) throw invalidRequest('scope is missing');
  if (wanted === null) return { authorizationDetails: null, ...resolveTarget(parameters, client.scopes, context) };
  const target = scope === undefined ? NO_SCOPE : resolveTarget(parameters, client.scopes, context);
  const indicated = target.resource?.url ?? parseResource(parameters.resource) ?? wanted.resource.url;
  if (indicated !== wanted.resource.url) throw invalidTarget('authorization_details belongs to another resource');
  return { scope: target.scope, resource: wanted.resource, authorizationDetails: JSON.stringify(wanted.details) };
}

/** RFC 9396 §3: a request may have authorization details only. */
const NO_SCOPE: RequestedTarget = { scope: [], resource: null };

function parseThumbprint(text: string | undefined): string | null {
  if (text !== undefined && !/^[A-Za-z0-9_-]{43}$/.test(text))
    throw invalidRequest('dpop_jkt must be a SHA-256 thumbprint: 43 base64url characters');
  return text ?? null;
}

function parseDemand(parameters: AuthorizationParameters, { defaultMaxAge }: ClientRules) {
  const { login_hint: loginHint = null, id_token_hint: idTokenHint = null } = parameters;
  // Shown on the consent screen.
  if (loginHint !== null && !isShowable(loginHint)) throw invalidRequest(`login_hint ${NOT_SHOWABLE}`);
  return {
    prompt: parsePrompt(parameters.prompt),
    // OpenID Connect Dynamic Client Registration §2.
    maxAge: parseMaxAge(parameters.max_age) ?? defaultMaxAge,
    acrValues: parseScope(parameters.acr_values ?? ''),
    loginHint,
    idTokenHint,
  };
}
