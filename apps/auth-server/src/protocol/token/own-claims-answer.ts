import { type ClaimsPlace, type Claims, ClaimsProblem, type OwnClaims, assertOwnClaims } from './own-claims';

/** An answer of a claims source, checked. */
export interface ClaimsAnswer {
  claims: OwnClaims;
  /** Seconds that it may be used for. */
  maxAge: number;
}

/** Characters. */
export const LONGEST_ANSWER = 65_536;

/** Seconds. */
const LONGEST_AGE = 300;

/** Seconds, where the answer says nothing. */
const DEFAULT_AGE = 60;

/** Names of the places in an answer. */
const MEMBERS: Record<ClaimsPlace, string> = {
  accessToken: 'access_token',
  idToken: 'id_token',
  userinfo: 'userinfo',
};

const PLACES = Object.keys(MEMBERS) as ClaimsPlace[];

const KNOWN: readonly string[] = [...Object.values(MEMBERS), 'max_age'];

export const NO_CLAIMS: OwnClaims = { accessToken: {}, idToken: {}, userinfo: {} };

/**
 * `{ "access_token"?: {…}, "id_token"?: {…}, "userinfo"?: {…}, "max_age"?: seconds }`; a longer `max_age` counts as five
 * minutes. An unknown member is an error: a misspelled one would silently leave claims out.
 *
 * @param listed names that the settings list.
 * @throws ClaimsProblem.
 */
export function parseClaimsAnswer(text: string, listed: ReadonlySet<string>): ClaimsAnswer {
  if (text.length > LONGEST_ANSWER) throw new ClaimsProblem(`it is longer than ${LONGEST_ANSWER} characters`);
  const answer = parseObject(text);
  if (!Object.keys(answer).every((name) => KNOWN.includes(name)))
    throw new ClaimsProblem(`it has a member other than ${KNOWN.join(', ')}`);
  const claims = { ...NO_CLAIMS };
  for (const place of PLACES) claims[place] = claimsOf(place, answer[MEMBERS[place]], listed);
  return { claims, maxAge: maxAgeOf(answer.max_age) };
}

/** Claims that hold wherever the source says nothing of them. @throws ClaimsProblem. */
export function addMapped(claims: OwnClaims, mapped: Claims, listed: ReadonlySet<string>): OwnClaims {
  const all = { ...claims };
  for (const place of PLACES) {
    all[place] = { ...mapped, ...claims[place] };
    assertOwnClaims(place, all[place], listed);
  }
  return all;
}

/** Leaves the claims that may go to an application. */
export function claimsLeft(claims: OwnClaims, mayHave: (name: string) => boolean): OwnClaims {
  const left = { ...NO_CLAIMS };
  for (const place of PLACES)
    left[place] = Object.fromEntries(Object.entries(claims[place]).filter(([name]) => mayHave(name)));
  return left;
}

function parseObject(text: string): Record<string, unknown> {
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    throw new ClaimsProblem('it is not JSON');
  }
  if (!isObject(answer)) throw new ClaimsProblem('it is not a JSON object');
  return answer;
}

function claimsOf(place: ClaimsPlace, claims: unknown, listed: ReadonlySet<string>): Claims {
  if (claims === undefined) return {};
  if (!isObject(claims)) throw new ClaimsProblem(`${MEMBERS[place]} is not a JSON object`);
  try {
    assertOwnClaims(place, claims, listed);
  } catch (error) {
    throw new ClaimsProblem(`${MEMBERS[place]}: ${(error as Error).message}`);
  }
  return claims;
}

function maxAgeOf(value: unknown): number {
  if (value === undefined) return DEFAULT_AGE;
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0)
    throw new ClaimsProblem('max_age is not a whole number of seconds');
  return Math.min(value, LONGEST_AGE);
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
