import { type ClientPolicy, type RuledFields, combinationProblems, fieldProblems } from './problems';
import { OAuthError } from '../oauth-error';
import { type MetadataReader, metadataReader } from './metadata-reader';
import { DEVICE_CODE } from './grant-types';
import { describeRedirect } from '../request/redirect-uri';
import { IDENTITY_SCOPES, parseScope } from '../request/scope';

/** A client as it describes itself (RFC 7591 §2): all of it, with defaults where it was silent. */
export interface DescribedClient extends RuledFields {
  name: string;
  homepageUri: string | null;
  logoUri: string | null;
  tosUri: string | null;
  policyUri: string | null;
  /** JSON. */
  contacts: string | null;
  grantTypes: string[];
  tokenEndpointAuthMethod: string;
  loopbackAnyPort: boolean;
  requirePushedAuthorizationRequests: boolean;
  requireSignedRequestObject: boolean;
  dpopBoundAccessTokens: boolean;
  backchannelLogoutSessionRequired: boolean;
  softwareId: string | null;
  softwareVersion: string | null;
  redirectUris: string[];
  scopes: string[] | null;
  ownScopes: null;
  postLogoutRedirectUris: string[] | null;
  authorizationDetailsTypes: string[] | null;
}

/** What nobody but a developer may give: scopes without an account, other people's tokens (RFC 7591 §5). */
const OFFERED_GRANT_TYPES = ['authorization_code', DEVICE_CODE];

/**
 * Reads what a client says of itself. What it asks for beyond what there is, grant types and scopes, is left out and
 * not there in the answer (RFC 7591 §3.2.1); where nothing of it is left, and for all else, it is refused. Unknown
 * members are ignored, null is an absent value.
 *
 * @param defaultMethod how a client proves itself that does not say.
 * @throws OAuthError `invalid_redirect_uri` or `invalid_client_metadata` (RFC 7591 §3.2.2).
 */
export function parseClientMetadata(
  metadata: Record<string, unknown>,
  policy: ClientPolicy,
  defaultMethod = 'client_secret_basic',
): DescribedClient {
  const read = metadataReader(metadata, policy.allowLoopback);
  const method = read.text('token_endpoint_auth_method') ?? defaultMethod;
  const grantTypes = grantTypesOf(read, policy);
  const redirectUris = redirectUrisOf(read, grantTypes);
  const type = method === 'none' ? ('public' as const) : ('confidential' as const);
  const applicationType = read.oneOf('application_type', ['web', 'native']);
  const client: DescribedClient = {
    ...textsOf(read),
    ...flagsOf(read),
    name: read.shown('client_name', 200) ?? defaultName(redirectUris),
    type,
    applicationType: applicationType ?? 'web',
    // RFC 8252 §7.3. Only native applications have loopback IP literals, whether they say so or not.
    loopbackAnyPort: type === 'public' && applicationType !== 'web',
    redirectUris,
    scopes: scopesOf(read, policy),
    grantTypes,
    tokenEndpointAuthMethod: method,
    postLogoutRedirectUris: read.texts('post_logout_redirect_uris', 20),
    authorizationDetailsTypes: read.texts('authorization_details_types', 100),
    ownScopes: null,
    requireClientAuthentication: false,
  };
  assertRules(client, policy);
  return client;
}

const textsOf = (read: MetadataReader) => ({
  homepageUri: read.webUri('client_uri'),
  logoUri: read.webUri('logo_uri'),
  tosUri: read.webUri('tos_uri'),
  policyUri: read.webUri('policy_uri'),
  contacts: json(read.shownTexts('contacts', 10, 254)),
  jwks: json(read.object('jwks')),
  jwksUri: read.text('jwks_uri'),
  idTokenSignedResponseAlg: read.text('id_token_signed_response_alg'),
  backchannelLogoutUri: read.text('backchannel_logout_uri'),
  softwareId: read.shown('software_id', 255),
  softwareVersion: read.shown('software_version', 255),
});

const flagsOf = (read: MetadataReader) => ({
  requirePushedAuthorizationRequests: read.flag('require_pushed_authorization_requests'),
  requireSignedRequestObject: read.flag('require_signed_request_object'),
  dpopBoundAccessTokens: read.flag('dpop_bound_access_tokens'),
  backchannelLogoutSessionRequired: read.flag('backchannel_logout_session_required'),
});

const json = (value: object | null) => (value === null ? null : JSON.stringify(value));

/** With `refresh_token` always: every exchange brings one. */
function grantTypesOf(read: MetadataReader, { offersDeviceGrant = true }: ClientPolicy): string[] {
  const asked = read.texts('grant_types', 100) ?? ['authorization_code'];
  const offered = OFFERED_GRANT_TYPES.filter((name) => name !== DEVICE_CODE || offersDeviceGrant);
  const usable = offered.filter((name) => asked.includes(name));
  if (usable.length === 0) throw refused('grant_types', `must name ${offered.join(' or ')}`);
  const responseTypes = read.texts('response_types', 100);
  if (usable.includes('authorization_code') && responseTypes !== null && !responseTypes.includes('code'))
    throw refused('response_types', 'must name code for the grant type authorization_code');
  return [...usable, 'refresh_token'];
}

function redirectUrisOf(read: MetadataReader, grantTypes: readonly string[]): string[] {
  const uris = read.texts('redirect_uris', 20) ?? [];
  if (uris.length === 0 && grantTypes.includes('authorization_code'))
    throw new OAuthError('invalid_redirect_uri', 'redirect_uris must hold 1 to 20 URIs');
  return uris;
}

/** Absent: every scope there is. */
function scopesOf(read: MetadataReader, policy: ClientPolicy): string[] | null {
  const text = read.text('scope');
  if (text === null) return null;
  const known = [...policy.scopes, ...IDENTITY_SCOPES.map(({ name }) => name)];
  const scopes = parseScope(text).filter((name) => known.includes(name));
  if (scopes.length === 0) throw refused('scope', `names none of ${known.join(' ')}`);
  return scopes;
}

/** Something to call it by, which is no claim of its own. */
function defaultName([uri]: readonly string[]): string {
  if (uri === undefined || !URL.canParse(uri)) return 'Unnamed application';
  return describeRedirect(uri).host;
}

function assertRules(client: DescribedClient, policy: ClientPolicy): void {
  const [problem] = [...fieldProblems(client, policy), ...combinationProblems(client)];
  if (problem !== undefined) throw refused(problem.field, problem.detail);
}

function refused(field: string, detail: string): OAuthError {
  const code = /^redirect_uris\b/.test(field) ? 'invalid_redirect_uri' : 'invalid_client_metadata';
  return new OAuthError(code, `${field} ${detail}`);
}
