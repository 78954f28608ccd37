import { OAuthError } from '../oauth-error';
import { isShowable } from '../text/showable-text';
import { withoutLoneSlash } from './resource-indicator';

export type DetailField = (typeof DETAIL_FIELDS)[number] | DetailFields;

export interface DetailFields {
  readonly [name: string]: DetailField;
}

export const DETAIL_FIELDS = ['string', 'number', 'boolean', 'string[]'] as const;

/** How a type is shown to people. `names`: of fields at any depth, by field. */
export interface DetailTexts {
  description: string;
  names?: Readonly<Record<string, string>>;
}

/** RFC 9396 §2. */
export interface AuthorizationDetailsType extends DetailTexts {
  type: string;
  /** By language. */
  texts?: Readonly<Record<string, DetailTexts>>;
  fields: DetailFields;
  required: readonly string[];
}

export type AuthorizationDetail = Readonly<Record<string, unknown>> & { readonly type: string };

export interface DetailedResource {
  url: string;
  authorizationDetailsTypes?: readonly AuthorizationDetailsType[];
}

/**
 * Drops duplicates; all details must belong to one resource.
 *
 * @param allowed types of the client; `null`: all.
 * @throws OAuthError `invalid_authorization_details` (RFC 9396 §5).
 */
export function parseAuthorizationDetails<Resource extends DetailedResource>(
  text: string | undefined,
  allowed: readonly string[] | null,
  resources: readonly Resource[],
): { details: readonly AuthorizationDetail[]; resource: Resource } | null {
  if (text === undefined) return null;
  const details = parseList(text);
  const owners = details.map(({ type }) => resources.find((resource) => typesOf(resource, allowed).includes(type)));
  const [resource] = owners;
  if (resource === undefined || owners.includes(undefined))
    throw invalidDetails('a type is unknown or not allowed for this application');
  if (owners.some((owner) => owner !== resource)) throw invalidDetails('the types belong to more than one resource');
  for (const detail of details) assertDetail(detail, resource);
  return { details: distinct(details), resource };
}

const typesOf = ({ authorizationDetailsTypes = [] }: DetailedResource, allowed: readonly string[] | null) =>
  authorizationDetailsTypes.map(({ type }) => type).filter((type) => allowed === null || allowed.includes(type));

function parseList(text: string): AuthorizationDetail[] {
  const value = parseJson(text);
  if (!Array.isArray(value) || value.length === 0 || !value.every(isDetail))
    throw invalidDetails('it must be a JSON array of objects, each with a type');
  return value.map(locatedAsRegistered);
}

/** The resource reads `locations`: they hold its registered URL. */
function locatedAsRegistered(detail: AuthorizationDetail): AuthorizationDetail {
  const { locations } = detail;
  return isTexts(locations) ? { ...detail, locations: locations.map(withoutLoneSlash) } : detail;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isDetail = (value: unknown): value is AuthorizationDetail => isObject(value) && typeof value.type === 'string';

/** RFC 9396 §5. */
function assertDetail({ type, locations, ...fields }: AuthorizationDetail, resource: DetailedResource): void {
  const definition = resource.authorizationDetailsTypes?.find((known) => known.type === type);
  if (definition === undefined) throw invalidDetails('a type is unknown');
  if (locations !== undefined && !(isTexts(locations) && locations.every((location) => location === resource.url)))
    throw invalidDetails(`locations of ${type} may contain only the resource`);
  if (!haveKinds(fields, definition.fields))
    throw invalidDetails(`${type} has a field that is unknown or of the wrong type`);
  if (!areShowable(fields)) throw invalidDetails(`a string in ${type} contains control or text-direction characters`);
  const missing = definition.required.find((name) => !Object.hasOwn(fields, name));
  if (missing !== undefined) throw invalidDetails(`${type} lacks ${missing}`);
}

const haveKinds = (fields: Record<string, unknown>, kinds: DetailFields): boolean =>
  Object.entries(fields).every(([name, value]) => Object.hasOwn(kinds, name) && hasKind(value, kinds[name]));

function hasKind(value: unknown, kind: DetailField | undefined): boolean {
  if (kind === 'string[]') return isTexts(value);
  // A number too large for a double would come back as null.
  if (kind === 'number') return Number.isFinite(value);
  return typeof kind === 'object' ? isObject(value) && haveKinds(value, kind) : typeof value === kind;
}

/** The caller has bounded the depth. */
function areShowable(value: unknown): boolean {
  if (typeof value === 'string') return isShowable(value);
  return typeof value !== 'object' || value === null || Object.values(value).every(areShowable);
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

/**
 * The granted details that the request names and that are still allowed (RFC 9396 §6).
 *
 * @param granted JSON.
 * @returns JSON; `null` if nothing remains.
 * @throws OAuthError `invalid_authorization_details` if the request exceeds the grant.
 */
export function narrowDetails(
  asked: string | undefined,
  granted: string | null,
  { allowed, resource }: { allowed: readonly string[] | null; resource: DetailedResource | undefined },
): string | null {
  if (asked === undefined && granted === null) return null;
  const resources = resource === undefined ? [] : [resource];
  const wanted = parseAuthorizationDetails(asked, allowed, resources)?.details ?? null;
  const types = resources.flatMap((one) => typesOf(one, allowed));
  const known = JSON.parse(granted ?? '[]') as AuthorizationDetail[];
  const left = known.filter(({ type }) => types.includes(type));
  const spelled = left.map(spell);
  if (wanted?.some((detail) => !spelled.includes(spell(detail)))) throw invalidDetails('it exceeds what was granted');
  const given = wanted ?? left;
  return given.length === 0 ? null : JSON.stringify(given);
}

/** A resource could count equal elements as several permissions. */
function distinct(details: readonly AuthorizationDetail[]): readonly AuthorizationDetail[] {
  const bySpelling = new Map<string, AuthorizationDetail>();
  for (const detail of details) {
    const spelled = spell(detail);
    if (!bySpelling.has(spelled)) bySpelling.set(spelled, detail);
  }
  return [...bySpelling.values()];
}

/** Sorted members, for comparison. */
function spell(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(spell).join()}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}:${spell(member)}`);
  return `{${members.sort().join()}}`;
}

/** Refuses details where no account takes part: only an account can grant them. @throws OAuthError `invalid_authorization_details`. */
export function assertNoDetails({ authorization_details: asked }: { authorization_details?: string }): void {
  if (asked !== undefined) throw invalidDetails('only a user can grant them, at the authorization endpoint');
}

const invalidDetails = (problem: string) =>
  new OAuthError('invalid_authorization_details', `authorization_details is refused: ${problem}`);
