/** Claims of the team's own, by name: any JSON but null. */
export type Claims = Readonly<Record<string, unknown>>;

/** For each place what it says of an account, beside what the server says itself. */
export interface OwnClaims {
  accessToken: Claims;
  idToken: Claims;
  userinfo: Claims;
}

export type ClaimsPlace = keyof OwnClaims;

/** What a claims source or a trusted issuer said is not usable; the message never holds a value. */
export class ClaimsProblem extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'ClaimsProblem';
  }
}

/** Bytes of JSON. An access token travels in a header, of which many servers read 8 KB in all. */
export const MOST_CLAIMS: Record<ClaimsPlace, number> = { accessToken: 4_096, idToken: 4_096, userinfo: 32_768 };

/** What this server or a standard says by them, in tokens, userinfo and introspection. */
const RESERVED: ReadonlySet<string> = new Set(
  [
    'iss sub aud exp nbf iat jti typ sub_id',
    'client_id scope scp scopes azp auth_time acr amr nonce at_hash c_hash s_hash rt_hash sid cnf act may_act',
    'authorization_details status events toe txn _claim_names _claim_sources vot vtm token_use trust_framework',
    'active username token_type token_introspection',
    'name email email_verified',
    'fam ge rv gc',
    '__proto__',
  ].flatMap((names) => names.split(' ')),
);

/** RFC 9068 §2.2.3.1, RFC 7643 §4.1.2. */
const LISTS_OF_NAMES: ReadonlySet<string> = new Set(['roles', 'groups', 'entitlements']);

/** Names that need no listing. */
export const KNOWN_CLAIMS: readonly string[] = [...LISTS_OF_NAMES, 'org_id'];

const NAME = /^[\x21\x23-\x5B\x5D-\x7E]{1,128}$/;

/** RFC 7519 §4.2: a URI, or at least a name below another one, collides with no registered claim. */
const NAMESPACED = /^[^:/]+[:/].*[^:/]/;

/** What is wrong with the name of a claim that a setting lists, or `null`. */
export function claimNameProblem(name: string): string | null {
  if (!NAME.test(name))
    return 'is not a valid claim name: use at most 128 printable ASCII characters without space, " and \\';
  return RESERVED.has(name) ? 'is reserved: the server or a standard gives it a meaning' : null;
}

/**
 * What is wrong with a claim of the team's own, or `null`; never its value.
 *
 * @param listed names that the settings list, beside {@link KNOWN_CLAIMS} and namespaced ones.
 */
export function claimProblem(name: string, value: unknown, listed: ReadonlySet<string>): string | null {
  const problem = claimNameProblem(name);
  if (problem !== null) return problem;
  if (LISTS_OF_NAMES.has(name)) return isListOfNames(value) ? null : 'must be a list of non-empty strings';
  if (name === 'org_id') return isName(value) ? null : 'must be a non-empty string';
  if (!NAMESPACED.test(name) && !listed.has(name))
    return `is not known: use ${KNOWN_CLAIMS.join(', ')}, a namespaced name such as https://example.com/tenant, or list it`;
  return value === null ? 'is null: omit it' : null;
}

/**
 * Claims of one place.
 *
 * @throws ClaimsProblem naming the first wrong claim, or the size.
 */
export function assertOwnClaims(place: ClaimsPlace, claims: Claims, listed: ReadonlySet<string>): void {
  for (const [name, value] of Object.entries(claims)) {
    const problem = claimProblem(name, value, listed);
    if (problem !== null) throw new ClaimsProblem(`${spelled(name)} ${problem}`);
  }
  if (Buffer.byteLength(JSON.stringify(claims)) > MOST_CLAIMS[place])
    throw new ClaimsProblem(`the claims are more than ${MOST_CLAIMS[place]} bytes of JSON`);
}

const isName = (value: unknown): value is string => typeof value === 'string' && value !== '';

const isListOfNames = (value: unknown) => Array.isArray(value) && value.every(isName);

/** Spells a name for a log: one that is none may be anything. */
const spelled = (name: string) => JSON.stringify(NAME.test(name) ? name : `${name.slice(0, 20)}…`);
