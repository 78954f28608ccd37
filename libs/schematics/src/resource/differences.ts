import type { Declaration } from './declaration';
import type { RequiredScopes } from './required-scopes';
import type { Service } from './service';

/** In what a declaration is not in step. */
export interface Difference {
  readonly code:
    | 'undeclared'
    | 'unneeded'
    | 'undescribed'
    | 'invalid-scope'
    | 'no-name'
    | 'no-url'
    | 'other-url'
    | 'unknown-resource'
    | 'not-offered'
    | 'still-offered';
  readonly scope?: string;
  /** `src/notes.controller.ts:12` */
  readonly places?: readonly string[];
  readonly message: string;
}

/** They go with any resource (OpenID Connect Core §5.4, §11); `RESOURCES_FILE` refuses them in one. */
const IDENTITY_SCOPES = ['openid', 'profile', 'email', 'offline_access'];

/** RFC 6749 §3.3. */
const SCOPE = /^[\x21\x23-\x5b\x5d-\x7e]+$/;

/** The scopes that an entry of `RESOURCES_FILE` can have, and the sources require. */
export const declarable = ({ places }: RequiredScopes): string[] =>
  [...places.keys()].filter((name) => SCOPE.test(name) && !IDENTITY_SCOPES.includes(name));

/** What a declaration lacks of the sources, or has beyond them. @param file where it is. */
export function differences(
  { file, required, guard }: Pick<Service, 'file' | 'required' | 'guard'>,
  { url, name, scopes }: Declaration,
): Difference[] {
  const { places } = required;
  const isFixed = guard.url !== '' && guard.variable === undefined;
  const found: Difference[] = [];
  const ofFile = (code: Difference['code'], what: string) => found.push({ code, message: `${file} has ${what}` });
  if (name === '') ofFile('no-name', 'no name for the consent screen');
  if (url === '') ofFile('no-url', 'no url: the audience of the guard');
  else if (isFixed && guard.url !== url)
    ofFile('other-url', `the url ${url}, but the guard's audience is ${guard.url}`);

  for (const scope of places.keys())
    if (!SCOPE.test(scope)) found.push(ofPlaces('invalid-scope', scope, 'is not a scope (RFC 6749 §3.3)', places));
  for (const scope of declarable(required))
    if (!scopes.some((one) => one.name === scope))
      found.push(ofPlaces('undeclared', scope, `is required, but not in ${file}`, places));
  for (const scope of scopes.map((one) => one.name))
    if (!places.has(scope) && !required.mentions(scope))
      found.push(ofScope('unneeded', scope, `is in ${file}, but no source requires it`));
  for (const { name: scope, description } of scopes)
    if (description.trim() === '')
      found.push(ofScope('undescribed', scope, `has no description in ${file} for the consent screen`));
  return found;
}

/** What the sources say and no declaration can be held against. */
export const remarks = ({ places, unread, elsewhere }: RequiredScopes): string[] => [
  ...unread.map((place) => `${place} requires scopes that are known only when the code runs: declare them by hand`),
  ...elsewhere.map((place) => `${place} takes tokens for another audience: its scopes belong to another resource`),
  ...IDENTITY_SCOPES.filter((name) => places.has(name)).map(
    (name) => `${name} goes with any resource, and is declared for none (${places.get(name)!.join(', ')})`,
  ),
];

export const ofScope = (code: Difference['code'], scope: string, what: string): Difference => ({
  code,
  scope,
  message: `${JSON.stringify(scope)} ${what}`,
});

const ofPlaces = (
  code: Difference['code'],
  scope: string,
  what: string,
  places: RequiredScopes['places'],
): Difference => {
  const at = places.get(scope)!;
  return { ...ofScope(code, scope, `${what} (${at.join(', ')})`), places: at };
};
