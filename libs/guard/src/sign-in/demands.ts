import type { KnownPerson } from './person.ts';
import type { SignInRequest } from './requests.ts';

export interface Visited {
  /** When the browser was led to the login page, in epoch seconds; undefined: it was not. */
  readonly login: number | undefined;
  /** Epoch milliseconds. */
  readonly now: number;
}

/**
 * Whether a sign-in will do, so that nobody has to see the login page. It spares people a round: the auth server judges
 * each answer itself.
 */
export function meetsDemands(
  { prompt, maxAge, acrValues, issuedAt }: SignInRequest,
  { signedInAt, acr }: KnownPerson,
  { login, now }: Visited,
): boolean {
  const second = Math.floor(signedInAt / 1_000);
  // Of a person who comes from the login page, by this app's own clock alone.
  const isFresh = login === undefined ? second > issuedAt : second >= login;
  const isTooOld = prompt === 'login' || (maxAge !== undefined && now - signedInAt > maxAge * 1_000);
  if (isTooOld && !isFresh) return false;
  if (login !== undefined || prompt === 'none') return true;
  // An app that has no classes is not asked for one.
  const isOfOtherClass = acrValues.length > 0 && acr !== undefined && !acrValues.includes(acr);
  return prompt !== 'select_account' && !isOfOtherClass;
}
