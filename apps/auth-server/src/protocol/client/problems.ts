import type { ApplicationType, ClientType } from './client';
import { CLIENT_AUTHENTICATION_METHODS } from './authentication';
import { jwksProblem } from './keys';
import { KNOWN_GRANT_TYPES, SECRET_GRANT_TYPES } from './grant-types';
import { redirectUriProblem } from '../request/redirect-uri';
import { IDENTITY_SCOPES, isScopeToken } from '../request/scope';
import { calledUriProblem, webUriProblem } from '../text/web-uri';

/** What the rules of one server are. */
export interface ClientPolicy {
  /** All scopes of all resources. */
  scopes: readonly string[];
  /** The algorithms that an ID token may be signed with. */
  idTokenAlgs: readonly string[];
  /** Whether this server calls its own machine. */
  allowLoopback: boolean;
  /** Whether a client that registers itself may have the device grant; default true. */
  offersDeviceGrant?: boolean;
}

/** The fields of a client whose rules need more than themselves, whoever registers it. */
export interface RuledFields {
  type: ClientType;
  applicationType: ApplicationType;
  redirectUris: readonly string[];
  scopes: readonly string[] | null;
  /** What it may ask for on its own behalf. */
  ownScopes: readonly string[] | null;
  grantTypes: readonly string[] | null;
  tokenEndpointAuthMethod: string | null;
  requireClientAuthentication: boolean;
  /** JSON. */
  jwks: string | null;
  jwksUri: string | null;
  idTokenSignedResponseAlg: string | null;
  postLogoutRedirectUris: readonly string[] | null;
  backchannelLogoutUri: string | null;
  authorizationDetailsTypes: readonly string[] | null;
}

/** One thing that is wrong, by the field's name on the wire. */
export interface ClientProblem {
  field: string;
  detail: string;
}

/** What a consent screen may link to. */
export interface LinkedUris {
  homepageUri: string | null;
  logoUri: string | null;
  tosUri: string | null;
  policyUri: string | null;
}

type Sent = Partial<RuledFields & LinkedUris> & Pick<RuledFields, 'type'>;

/** What is wrong with each of the fields that were sent, by itself. */
export function fieldProblems(sent: Sent, policy: ClientPolicy): ClientProblem[] {
  const redirectProblem = (uri: string) => redirectUriProblem(uri, sent.type);
  const called = (uri: string) => calledUriProblem(uri, policy.allowLoopback);
  const linked = (uri: string) => webUriProblem(uri, policy.allowLoopback);
  const known = [...policy.scopes, ...IDENTITY_SCOPES.map(({ name }) => name)];
  return [
    ...one('homepage_uri', sent.homepageUri, linked),
    ...one('logo_uri', sent.logoUri, linked),
    ...one('tos_uri', sent.tosUri, linked),
    ...one('policy_uri', sent.policyUri, linked),
    ...each('redirect_uris', sent.redirectUris, redirectProblem),
    ...each('post_logout_redirect_uris', sent.postLogoutRedirectUris, redirectProblem),
    ...list('scopes', sent.scopes, 'at least one scope; leave it out for all', oneOf(known)),
    ...list('client_credentials_scopes', sent.ownScopes, 'at least one scope; null for none', oneOf(policy.scopes)),
    ...list('grant_types', sent.grantTypes, 'at least one', oneOf(KNOWN_GRANT_TYPES)),
    ...list('authorization_details_types', sent.authorizationDetailsTypes, 'at least one', (name) =>
      isScopeToken(name) ? null : 'may hold printable ASCII only, without spaces, quotes and backslashes',
    ),
    ...one('token_endpoint_auth_method', sent.tokenEndpointAuthMethod, oneOf(CLIENT_AUTHENTICATION_METHODS)),
    ...one('id_token_signed_response_alg', sent.idTokenSignedResponseAlg, oneOf(policy.idTokenAlgs)),
    ...one('jwks', sent.jwks, jwksProblem),
    ...one('jwks_uri', sent.jwksUri, called),
    ...one('backchannel_logout_uri', sent.backchannelLogoutUri, called),
  ];
}

/** What does not go together, of all that is said of a client. */
export function combinationProblems(client: Omit<RuledFields, 'redirectUris'>): ClientProblem[] {
  const problems = client.type === 'public' ? publicProblems(client) : confidentialProblems(client);
  const grantTypes = client.grantTypes ?? [];
  // Every exchange of a code brings a refresh token.
  if (grantTypes.includes('authorization_code') && !grantTypes.includes('refresh_token'))
    problems.push({ field: 'grant_types', detail: 'must name refresh_token beside authorization_code' });
  if (client.jwks !== null && client.jwksUri !== null)
    problems.push({ field: 'jwks_uri', detail: 'must not stand beside jwks' });
  return problems;
}

type Combined = Omit<RuledFields, 'redirectUris'>;

function publicProblems({
  tokenEndpointAuthMethod,
  grantTypes,
  requireClientAuthentication,
}: Combined): ClientProblem[] {
  const problems: ClientProblem[] = [];
  if (requireClientAuthentication)
    problems.push({
      field: 'require_client_authentication',
      detail: 'is not for public applications: they have no secret',
    });
  if ((tokenEndpointAuthMethod ?? 'none') !== 'none')
    problems.push({ field: 'token_endpoint_auth_method', detail: 'must be none for a public application' });
  const refused = grantTypes?.find((name) => SECRET_GRANT_TYPES.includes(name));
  if (refused !== undefined)
    problems.push({ field: 'grant_types', detail: `may not name ${refused} for a public application` });
  return problems;
}

function confidentialProblems({ tokenEndpointAuthMethod, jwks, jwksUri }: Combined): ClientProblem[] {
  const problem = (detail: string) => [{ field: 'token_endpoint_auth_method', detail }];
  if (tokenEndpointAuthMethod === 'none') return problem('may be none for a public application only');
  if (tokenEndpointAuthMethod === 'private_key_jwt' && jwks === null && jwksUri === null)
    return problem('private_key_jwt needs the public keys: send jwks or jwks_uri');
  return [];
}

type Rule = (value: string) => string | null;

const oneOf =
  (known: readonly string[]): Rule =>
  (value) =>
    known.includes(value) ? null : `is unknown; known are ${known.join(', ')}`;

function one(field: string, value: string | null | undefined, rule: Rule): ClientProblem[] {
  const detail = value === null || value === undefined ? null : rule(value);
  return detail === null ? [] : [{ field, detail }];
}

const each = (field: string, values: readonly string[] | null | undefined, rule: Rule): ClientProblem[] =>
  (values ?? []).flatMap((value, at) => one(`${field}[${at}]`, value, rule));

function list(field: string, values: readonly string[] | null | undefined, least: string, rule: Rule): ClientProblem[] {
  if (values?.length === 0) return [{ field, detail: `must name ${least}` }];
  return each(field, values, rule);
}
