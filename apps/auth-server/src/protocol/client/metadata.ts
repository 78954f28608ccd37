import { type ClientPolicy, type ClientProblem, combinationProblems, fieldProblems } from './problems';
import { OAuthError } from '../oauth-error';
import type { DescribedClient, OwnFields } from './described-client';
import { fieldsBy } from './field-mapping';
import type { FieldName } from './fields';
import { MetadataReader } from './metadata-reader';
import { DEVICE_CODE } from './grant-types';
import { type JudgedUris, type LeftOut, judgeUris, noRedirectUri } from './judged-uris';
import { assertOffered } from './offered-metadata';
import { methodOfProfile, underServerProfile } from './profiled-metadata';
import { describeRedirect, redirectUriProblem } from '../request/redirect-uri';
import { IDENTITY_SCOPES, parseScope } from '../request/scope';
import { isUrl } from '../text/is-url';

export interface ParsedMetadata {
  client: DescribedClient;
  /** For the answer (RFC 7591 §3.2.1). */
  leftOut: LeftOut;
}

const NO_PROFILE = { securityProfile: null, accessTokenAlg: '', issuer: '' };

/** Depend on other members or the policy. */
const READ_BELOW: readonly FieldName[] = ['scopes', 'grantTypes', 'tokenEndpointAuthMethod'];

/** Others give scopes without an account's consent: they need a developer (RFC 7591 §5). */
const OFFERED_GRANT_TYPES = ['authorization_code', DEVICE_CODE];

/**
 * Leaves out unavailable grant types, scopes and URIs (RFC 7591 §3.2.1), and refuses if none is left. Ignores unknown
 * members; null and an empty text are an absent value.
 *
 * @param defaultMethod of `token_endpoint_auth_method`.
 * @throws OAuthError `invalid_redirect_uri` or `invalid_client_metadata` (RFC 7591 §3.2.2).
 */
export function parseClientMetadata(
  metadata: Record<string, unknown>,
  policy: ClientPolicy,
  defaultMethod = 'client_secret_basic',
): ParsedMetadata {
  assertOffered(metadata);
  const read = new MetadataReader(metadata, policy.allowLoopback);
  const { server = NO_PROFILE } = policy;
  const tokenEndpointAuthMethod = read.text('token_endpoint_auth_method') ?? methodOfProfile(server) ?? defaultMethod;
  const type = tokenEndpointAuthMethod === 'none' ? 'public' : 'confidential';
  const grantTypes = grantTypesOf(read, policy);
  const judge = (uris: readonly string[] | null) =>
    judgeUris(uris ?? [], (uri) => redirectUriProblem(uri, type, policy.privateUseSchemes));
  const redirects = redirectUrisOf(read, grantTypes, judge);
  const fields = fieldsBy<OwnFields>((field) => (READ_BELOW.includes(field.name) ? undefined : read.field(field)));
  const postLogout = judge(fields.postLogoutRedirectUris);
  const client: DescribedClient = {
    ...fields,
    name: fields.name === '' ? defaultName(redirects.taken) : fields.name,
    type,
    // RFC 8252 §7.3: only native applications redirect to loopback, declared or not.
    loopbackAnyPort: type === 'public' && metadata['application_type'] !== 'web',
    redirectUris: redirects.taken,
    postLogoutRedirectUris: postLogout.taken.length > 0 ? postLogout.taken : null,
    scopes: scopesOf(read, policy),
    grantTypes,
    tokenEndpointAuthMethod,
    ownScopes: null,
    requireClientAuthentication: false,
  };
  const held = underServerProfile(client, server);
  assertRules(client, policy, held.problems);
  return {
    client: held.client,
    leftOut: { redirectUris: redirects.leftOut, postLogoutRedirectUris: postLogout.leftOut },
  };
}

function grantTypesOf(read: MetadataReader, { offersDeviceGrant = true }: ClientPolicy): string[] {
  const asked = read.texts('grant_types', 100) ?? ['authorization_code'];
  const offered = OFFERED_GRANT_TYPES.filter((name) => name !== DEVICE_CODE || offersDeviceGrant);
  const usable = offered.filter((name) => asked.includes(name));
  if (usable.length === 0)
    throw refused('grant_types', `must include ${offered.join(' or ')}${withoutDevice(asked, offered)}`);
  const responseTypes = read.texts('response_types', 100);
  if (usable.includes('authorization_code') && responseTypes !== null && !responseTypes.includes('code'))
    throw refused('response_types', 'must include code for the grant type authorization_code');
  return [...usable, 'refresh_token'];
}

const withoutDevice = (asked: readonly string[], offered: readonly string[]) =>
  asked.includes(DEVICE_CODE) && !offered.includes(DEVICE_CODE)
    ? ': DEVICE_GRANT_CLIENTS is developers here, and no developer vouches for this client'
    : '';

function redirectUrisOf(
  read: MetadataReader,
  grantTypes: readonly string[],
  judge: (uris: readonly string[] | null) => JudgedUris,
): JudgedUris {
  const redirects = judge(read.texts('redirect_uris', 20));
  if (redirects.taken.length === 0 && grantTypes.includes('authorization_code')) throw noRedirectUri(redirects.leftOut);
  return redirects;
}

/** `null`: every scope. */
function scopesOf(read: MetadataReader, policy: ClientPolicy): string[] | null {
  const text = read.text('scope');
  if (text === null) return null;
  const known = [...policy.scopes, ...IDENTITY_SCOPES.map(({ name }) => name)];
  const scopes = parseScope(text).filter((name) => known.includes(name));
  if (scopes.length === 0) throw refused('scope', `includes none of ${known.join(' ')}`);
  return scopes;
}

function defaultName([uri]: readonly string[]): string {
  if (uri === undefined || !isUrl(uri)) return 'Unnamed application';
  return describeRedirect(uri).host;
}

function assertRules(client: DescribedClient, policy: ClientPolicy, ofProfile: readonly ClientProblem[]): void {
  const [problem] = [...ofProfile, ...fieldProblems(client, policy), ...combinationProblems(client)];
  if (problem !== undefined) throw refused(problem.field, problem.detail);
}

function refused(field: string, detail: string): OAuthError {
  const code = /^redirect_uris\b/.test(field) ? 'invalid_redirect_uri' : 'invalid_client_metadata';
  return new OAuthError(code, `${field} ${detail}`);
}
