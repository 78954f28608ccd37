import { z } from 'zod';
import { DETAIL_FIELDS, type DetailFields } from '../../protocol/request/authorization-details';
import { type ListedClients, type Resource, isIdentityScope, isScopeToken } from '../../protocol/request/scope';
import { type Complain, claimNames, readEntries, text, textBy, textsOf, twinsIn } from './json-setting';
import { readTokenExchanges, tokenExchanges } from './token-exchanges-setting';
import { type InsecureHosts, quoted, serviceUrlProblem } from './url-setting';

const LONGEST_DETAIL = 200;
const NO_DETAIL = `has a detail that is not a string of 1 to ${LONGEST_DETAIL} characters`;
const detail = z.string(NO_DETAIL).min(1, NO_DETAIL).max(LONGEST_DETAIL, NO_DETAIL);

function scopeNameProblem(name: string): string | null {
  if (isIdentityScope(name)) return `has a scope ${quoted(name)}, a name of OpenID Connect that goes with any resource`;
  return isScopeToken(name) ? null : `has a scope ${quoted(name)} with characters RFC 6749 forbids`;
}

const NO_SCOPES = 'needs scopes: a list of {"name", "description"}';
const scope = z.object(
  {
    name: textBy(scopeNameProblem),
    description: text,
    detail: detail.exactOptional(),
    sensitive: z.boolean('has a scope whose sensitive is neither true nor false').exactOptional(),
    texts: textsOf({ description: text, detail: detail.exactOptional() }).exactOptional(),
    claims: claimNames.exactOptional(),
  },
  NO_SCOPES,
);

/** What every detail has, and what the consent screen adds. */
const TAKEN_FIELDS = ['type', 'locations', 'description'];

const areFields = (value: unknown, taken = TAKEN_FIELDS): value is DetailFields =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.entries(value).every(
    ([name, kind]) =>
      /^[\w.-]+$/.test(name) &&
      !taken.includes(name) &&
      (DETAIL_FIELDS.some((known) => known === kind) || areFields(kind, [])),
  );

/** The names of fields, at any depth. */
const namesIn = (fields: DetailFields): string[] =>
  Object.entries(fields).flatMap(([name, kind]) => [name, ...(typeof kind === 'object' ? namesIn(kind) : [])]);

const NO_TYPES =
  'needs authorization_details_types: a list of {"type", "description", "names"?, "texts"?, "fields"?, "required"?}';
const NO_NAMES = 'has names of authorization details that are not {"<field>": "<text>"}';
const fieldNames = z.record(z.string(), text, NO_NAMES).exactOptional();

/** RFC 9396: `fields` are `{ "<name>": "string" }`. */
const detailsType = z
  .object(
    {
      type: textBy((type) =>
        isScopeToken(type) ? null : `has a type ${quoted(type)} with characters that a scope may not have`,
      ),
      description: text,
      names: fieldNames,
      texts: textsOf({ description: text, names: fieldNames }).exactOptional(),
      fields: z.unknown().optional(),
      required: z.unknown().optional(),
    },
    NO_TYPES,
  )
  .transform(({ type, fields = {}, required = [], ...shown }, context) => {
    const known = areFields(fields) ? fields : {};
    if (!areFields(fields))
      context.addIssue(`has fields of ${quoted(type)} that are not ${DETAIL_FIELDS.join(', ')} or fields of their own`);
    if (!Array.isArray(required) || !required.every((name) => typeof name === 'string' && Object.hasOwn(known, name)))
      context.addIssue(`requires fields of ${quoted(type)} that it does not have`);
    const named = [shown, ...Object.values(shown.texts ?? {})].flatMap(({ names = {} }) => Object.keys(names));
    const odd = named.find((name) => !namesIn(known).includes(name));
    if (odd !== undefined) context.addIssue(`names ${quoted(odd)}, which is no field of ${quoted(type)}`);
    return { type, ...shown, fields: known, required: required as string[] };
  });

const areIds = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((id) => typeof id === 'string' && id !== '' && id !== '*');

const clientIds = (member: string) =>
  z.custom<string[]>(areIds, `has ${member} that is not a list of client_ids`).optional();

const listed = (member: string) =>
  z
    .custom<ListedClients>(
      (value) => value === '*' || areIds(value),
      `has ${member} that is not a list of client_ids or "*"`,
    )
    .optional();

/** An entry of `RESOURCES_FILE`, as docs/settings.md has it. */
const resourceFor = (insecureHosts: InsecureHosts) =>
  z
    .object({
      url: textBy((url) => serviceUrlProblem(url, insecureHosts), 'has a url that '),
      name: text,
      texts: textsOf({ name: text }).optional(),
      scopes: z.array(scope, NO_SCOPES).min(1, NO_SCOPES),
      authorization_details_types: z.array(detailsType, NO_TYPES).optional(),
      introspection_clients: clientIds('introspection_clients'),
      client_credentials_clients: listed('client_credentials_clients'),
      token_exchange_clients: listed('token_exchange_clients'),
      first_party_clients: listed('first_party_clients'),
      token_exchanges: tokenExchanges.optional(),
    })
    .transform(({ url, name, scopes, token_exchanges: policies, ...more }) => {
      const optional = {
        texts: more.texts,
        authorizationDetailsTypes: more.authorization_details_types,
        introspectionClients: more.introspection_clients,
        clientCredentialsClients: more.client_credentials_clients,
        tokenExchangeClients: more.token_exchange_clients,
        firstPartyClients: more.first_party_clients,
      };
      const given = Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== undefined));
      const read: Resource = { url, name, scopes, ...given };
      return { resource: read, policies };
    });

/** Reads the resources. A scope name belongs to one of them, and none is the auth server itself. */
export function readResources(
  json: string,
  { issuer, insecureHosts }: { issuer: string; insecureHosts: InsecureHosts },
  complain: Complain,
): Resource[] {
  const entries = readEntries(json, resourceFor(insecureHosts), complain);
  if (entries?.length === 0) complain('must name at least one resource');
  const resources = (entries ?? []).flatMap((entry) => (entry === null ? [] : [entry.resource]));
  const types = resources.flatMap(({ authorizationDetailsTypes = [] }) => authorizationDetailsTypes);
  const twins = [
    ...twinsIn(
      resources.map(({ url }) => url),
      'url',
    ),
    ...twinsIn(
      resources.flatMap(({ scopes }) => scopes.map(({ name }) => name)),
      'scope',
    ),
    ...twinsIn(
      types.map(({ type }) => type),
      'authorization details type',
    ),
  ];
  twins.forEach(complain);
  if (resources.some(({ url }) => url === issuer)) complain('names AUTH_URL as a resource; a resource has its own URL');
  return (entries ?? []).flatMap((entry, at) => {
    if (entry?.policies === undefined) return entry === null ? [] : [entry.resource];
    const complainHere = (problem: string) => complain(`entry ${at + 1} ${problem}`);
    return [
      {
        ...entry.resource,
        tokenExchanges: readTokenExchanges(entry.policies, entry.resource, resources, complainHere),
      },
    ];
  });
}
