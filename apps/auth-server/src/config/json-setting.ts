import {
  type AuthorizationDetailsType,
  DETAIL_FIELDS,
  type DetailFields,
} from '../protocol/request/authorization-details';
import { CLIENT_LISTS } from '../protocol/client/listed-clients';
import { type ListedClients, type Resource, isIdentityScope, isScopeToken } from '../protocol/request/scope';
import type { TrustedIssuer } from './settings';
import { quoted, serviceUrlProblem, urlProblem } from './url-setting';

type Json = Record<string, unknown>;

/** Collects what is wrong with one setting. */
type Complain = (problem: string) => void;

/**
 * Reads the resources: `[{ "url", "name", "scopes": [{ "name", "description" }], "authorization_details_types"?,
 * "introspection_clients"?, "client_credentials_clients"?, "token_exchange_clients"? }]`.
 * A scope name belongs to one resource, and no resource is the auth server itself.
 */
export function readResources(text: string, issuer: string, complain: Complain): Resource[] {
  const entries = readList(text, complain);
  if (entries === null) return [];
  const resources = entries.map((entry, at) =>
    readResource(entry, (problem) => complain(`entry ${at + 1} ${problem}`)),
  );
  if (entries.length === 0) complain('must name at least one resource');
  complainOfTwins(
    resources.map(({ url }) => url),
    'url',
    complain,
  );
  complainOfTwins(
    resources.flatMap(({ scopes }) => scopes.map(({ name }) => name)),
    'scope',
    complain,
  );
  complainOfTwins(
    resources.flatMap(({ authorizationDetailsTypes = [] }) => authorizationDetailsTypes.map(({ type }) => type)),
    'authorization details type',
    complain,
  );
  if (resources.some(({ url }) => url === issuer)) complain('names AUTH_URL as a resource; a resource has its own URL');
  return resources;
}

function readResource(entry: Json, complain: Complain): Resource {
  const url = readText(entry, 'url', complain);
  const problem = url === '' ? null : serviceUrlProblem(url);
  if (problem !== null) complain(`has a url that ${problem}`);
  const resource = { url, name: readText(entry, 'name', complain), scopes: readScopes(entry.scopes, complain) };
  const { authorization_details_types: types, introspection_clients: introspecting } = entry;
  const lists = Object.values(CLIENT_LISTS).filter(({ member }) => entry[member] !== undefined);
  return {
    ...resource,
    ...(types !== undefined && { authorizationDetailsTypes: readDetailsTypes(types, complain) }),
    ...(introspecting !== undefined && {
      introspectionClients: readClientIds('introspection_clients', introspecting, complain),
    }),
    ...Object.fromEntries(lists.map(({ list, member }) => [list, readListed(member, entry[member], complain)])),
  };
}

function readClientIds(name: string, value: unknown, complain: Complain, alternative = ''): string[] {
  if (Array.isArray(value) && value.every((id) => typeof id === 'string' && id !== '' && id !== '*'))
    return value as string[];
  complain(`has ${name} that is not a list of client_ids${alternative}`);
  return [];
}

const readListed = (name: string, value: unknown, complain: Complain): ListedClients =>
  value === '*' ? '*' : readClientIds(name, value, complain, ' or "*"');

/** RFC 9396: `[{ "type", "description", "fields"?: { "<name>": "string" }, "required"?: ["<name>"] }]`. */
function readDetailsTypes(value: unknown, complain: Complain): AuthorizationDetailsType[] {
  if (!Array.isArray(value) || !value.every(isObject)) {
    complain('needs authorization_details_types: a list of {"type", "description", "fields"?, "required"?}');
    return [];
  }
  return value.map((entry) => {
    const type = readText(entry, 'type', complain);
    if (type !== '' && !isScopeToken(type))
      complain(`has a type ${quoted(type)} with characters that a scope may not have`);
    const { fields = {}, required = [] } = entry;
    if (!areFields(fields))
      complain(`has fields of ${quoted(type)} that are not ${DETAIL_FIELDS.join(', ')} or fields of their own`);
    const known = areFields(fields) ? fields : {};
    if (!Array.isArray(required) || !required.every((name) => typeof name === 'string' && Object.hasOwn(known, name)))
      complain(`requires fields of ${quoted(type)} that it does not have`);
    const description = readText(entry, 'description', complain);
    return { type, description, fields: known, required: required as string[] };
  });
}

/** What every detail has, and what the consent screen adds. */
const TAKEN_FIELDS = ['type', 'locations', 'description'];

const areFields = (value: unknown, taken = TAKEN_FIELDS): value is DetailFields =>
  isObject(value) &&
  Object.entries(value).every(
    ([name, kind]) =>
      /^[\w.-]+$/.test(name) &&
      !taken.includes(name) &&
      (DETAIL_FIELDS.some((known) => known === kind) || areFields(kind, [])),
  );

function readScopes(value: unknown, complain: Complain): Resource['scopes'] {
  if (!Array.isArray(value) || value.length === 0 || !value.every(isObject)) {
    complain('needs scopes: a list of {"name", "description"}');
    return [];
  }
  return value.map((scope) => {
    const name = readText(scope, 'name', complain);
    if (name !== '' && !isScopeToken(name)) complain(`has a scope ${quoted(name)} with characters RFC 6749 forbids`);
    if (isIdentityScope(name))
      complain(`has a scope ${quoted(name)}, a name of OpenID Connect that goes with any resource`);
    return { name, description: readText(scope, 'description', complain) };
  });
}

/** Reads the trusted issuers: `[{ "issuer", "jwks_uri", "audience"?, "typ"? }]`. */
export function readTrustedIssuers(
  text: string,
  own: { issuer: string; resourceUrls: readonly string[] },
  complain: Complain,
): TrustedIssuer[] {
  const entries = readList(text, complain) ?? [];
  const issuers = entries.map((entry, at) =>
    readTrustedIssuer(entry, own, (problem) => complain(`entry ${at + 1} ${problem}`)),
  );
  complainOfTwins(
    issuers.map(({ issuer }) => issuer),
    'issuer',
    complain,
  );
  return issuers;
}

function readTrustedIssuer(
  entry: Json,
  own: { issuer: string; resourceUrls: readonly string[] },
  complain: Complain,
): TrustedIssuer {
  complainOfUnknown(entry, ['issuer', 'jwks_uri', 'audience', 'typ'], complain);
  const issuer = readText(entry, 'issuer', complain);
  const jwksUri = readText(entry, 'jwks_uri', complain);
  const problem = jwksUri === '' ? null : urlProblem(jwksUri);
  if (problem !== null) complain(`has a jwks_uri that ${problem}`);
  if (issuer === own.issuer) complain('names AUTH_URL: its own tokens need no trust');
  const audience = entry.audience === undefined ? own.issuer : readText(entry, 'audience', complain);
  if (own.resourceUrls.includes(audience)) complain('has a resource as its audience; that is for access tokens');
  const typ = entry.typ === undefined ? null : readText(entry, 'typ', complain);
  return { issuer, jwksUri, audience, typ };
}

/** @returns `null` when it is no list at all, which was said then. */
function readList(text: string, complain: Complain): Json[] | null {
  try {
    const value: unknown = JSON.parse(text);
    if (Array.isArray(value) && value.every(isObject)) return value;
    complain('must be a JSON array of objects');
  } catch {
    complain('is not valid JSON');
  }
  return null;
}

function readText(entry: Json, name: string, complain: Complain): string {
  const value = entry[name];
  if (typeof value === 'string' && value !== '') return value;
  complain(`lacks ${quoted(name)}`);
  return '';
}

/** Otherwise a misspelled member would silently leave its rule out. */
function complainOfUnknown(entry: Json, known: readonly string[], complain: Complain): void {
  const unknown = Object.keys(entry).filter((name) => !known.includes(name));
  for (const name of unknown)
    complain(`has the unknown member ${quoted(name)}; it may have ${known.map(quoted).join(', ')}`);
}

function complainOfTwins(values: readonly string[], what: string, complain: Complain): void {
  const twin = values.find((value, at) => value !== '' && values.indexOf(value) !== at);
  if (twin !== undefined) complain(`names the ${what} ${quoted(twin)} more than once`);
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
