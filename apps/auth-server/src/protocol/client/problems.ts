import type { ClientType } from './client';
import { CLIENT_AUTHENTICATION_METHODS } from './authentication-methods';
import { FIELDS } from './field-mapping';
import type { ClientFields } from './fields';
import { jwksProblem } from './keys';
import type { ProfileContext } from './security-profile';
import { KNOWN_GRANT_TYPES, SECRET_GRANT_TYPES } from './grant-types';
import { redirectUriProblem } from '../request/redirect-uri';
import { IDENTITY_SCOPES, isScopeToken } from '../request/scope';
import { CLIENT_SIGNATURE_ALGORITHMS } from '../signing/signature-algorithms';
import { calledUriProblem, webUriProblem } from '../text/web-uri';

export interface ClientPolicy {
  /** Of all resources. */
  scopes: readonly string[];
  idTokenAlgs: readonly string[];
  allowLoopback: boolean;
  /** What http is allowed to, of the URLs that this server calls; default none. */
  insecureHosts?: readonly string[];
  /** Without a dot, in redirect URIs of public clients; default none. */
  privateUseSchemes?: readonly string[];
  /** Absent: without a profile. */
  server?: ProfileContext;
  /** To a client that registers itself; default true. */
  offersDeviceGrant?: boolean;
}

export type RegisteredFields = ClientFields & { type: ClientType; redirectUris: readonly string[] };

/** `field`: its name in `/api`. */
export interface ClientProblem {
  field: string;
  detail: string;
}

type Sent = Partial<RegisteredFields> & Pick<RegisteredFields, 'type'>;

export function fieldProblems(sent: Sent, policy: ClientPolicy): ClientProblem[] {
  const redirectProblem = (uri: string) => redirectUriProblem(uri, sent.type, policy.privateUseSchemes);
  const known = [...policy.scopes, ...IDENTITY_SCOPES.map(({ name }) => name)];
  return [
    ...uris('page', sent, (uri) => webUriProblem(uri, policy.allowLoopback)),
    ...each('redirect_uris', sent.redirectUris, redirectProblem),
    ...each('post_logout_redirect_uris', sent.postLogoutRedirectUris, redirectProblem),
    ...list('scopes', sent.scopes, 'at least one scope; omit it for all scopes', oneOf(known)),
    ...list('client_credentials_scopes', sent.ownScopes, 'at least one scope; null for none', oneOf(policy.scopes)),
    ...list('grant_types', sent.grantTypes, 'at least one', oneOf(KNOWN_GRANT_TYPES)),
    ...list('authorization_details_types', sent.authorizationDetailsTypes, 'at least one', (name) =>
      isScopeToken(name) ? null : 'may contain only printable ASCII, without spaces, quotes and backslashes',
    ),
    ...one('token_endpoint_auth_method', sent.tokenEndpointAuthMethod, oneOf(CLIENT_AUTHENTICATION_METHODS)),
    ...one('token_endpoint_auth_signing_alg', sent.tokenEndpointAuthSigningAlg, oneOf(CLIENT_SIGNATURE_ALGORITHMS)),
    ...one('request_object_signing_alg', sent.requestObjectSigningAlg, oneOf(CLIENT_SIGNATURE_ALGORITHMS)),
    ...one('id_token_signed_response_alg', sent.idTokenSignedResponseAlg, oneOf(policy.idTokenAlgs)),
    ...one('jwks', sent.jwks, jwksProblem),
    ...uris('endpoint', sent, (uri) => calledUriProblem(uri, policy.allowLoopback, policy.insecureHosts)),
  ];
}

type Combined = Pick<
  RegisteredFields,
  'type' | 'grantTypes' | 'tokenEndpointAuthMethod' | 'requireClientAuthentication' | 'jwks' | 'jwksUri'
>;

export function combinationProblems(client: Combined): ClientProblem[] {
  const problems = client.type === 'public' ? publicProblems(client) : confidentialProblems(client);
  const grantTypes = client.grantTypes ?? [];
  if (grantTypes.includes('authorization_code') && !grantTypes.includes('refresh_token'))
    problems.push({ field: 'grant_types', detail: 'must include refresh_token if it includes authorization_code' });
  if (client.jwks !== null && client.jwksUri !== null)
    problems.push({ field: 'jwks_uri', detail: 'must not be sent together with jwks' });
  return problems;
}

function publicProblems({
  tokenEndpointAuthMethod,
  grantTypes,
  requireClientAuthentication,
}: Combined): ClientProblem[] {
  const problems: ClientProblem[] = [];
  if (requireClientAuthentication)
    problems.push({
      field: 'require_client_authentication',
      detail: 'is not available to public applications: they have no secret',
    });
  if ((tokenEndpointAuthMethod ?? 'none') !== 'none')
    problems.push({ field: 'token_endpoint_auth_method', detail: 'must be none for a public application' });
  const refused = grantTypes?.find((name) => SECRET_GRANT_TYPES.includes(name));
  if (refused !== undefined)
    problems.push({ field: 'grant_types', detail: `must not include ${refused} for a public application` });
  return problems;
}

function confidentialProblems({ tokenEndpointAuthMethod, jwks, jwksUri }: Combined): ClientProblem[] {
  const problem = (detail: string) => [{ field: 'token_endpoint_auth_method', detail }];
  if (tokenEndpointAuthMethod === 'none') return problem('may be none only for a public application');
  if (tokenEndpointAuthMethod === 'private_key_jwt' && jwks === null && jwksUri === null)
    return problem('private_key_jwt needs the public keys: send jwks or jwks_uri');
  return [];
}

type Rule = (value: string) => string | null;

const oneOf =
  (known: readonly string[]): Rule =>
  (value) =>
    known.includes(value) ? null : `is unknown; it must be one of ${known.join(', ')}`;

function one(field: string, value: string | null | undefined, rule: Rule): ClientProblem[] {
  const detail = value === null || value === undefined ? null : rule(value);
  return detail === null ? [] : [{ field, detail }];
}

const uris = (kind: 'page' | 'endpoint', sent: Sent, rule: Rule): ClientProblem[] =>
  FIELDS.filter((field) => field.kind === kind).flatMap(({ name, column, api = column }) => {
    const uri = sent[name];
    return typeof uri === 'string' ? one(api, uri, rule) : [];
  });

const each = (field: string, values: readonly string[] | null | undefined, rule: Rule): ClientProblem[] =>
  (values ?? []).flatMap((value, at) => one(`${field}[${at}]`, value, rule));

function list(field: string, values: readonly string[] | null | undefined, least: string, rule: Rule): ClientProblem[] {
  if (values?.length === 0) return [{ field, detail: `must include ${least}` }];
  return each(field, values, rule);
}
