import { isAccountId } from '../token/account-id';
import { type Said, emailOf, isSubject, nameOf, textOf } from '../token/person-claims';

export const SIGN_IN_ANSWER_TYP = 'sign-in+jwt';

/** Seconds: an answer travels from server to server. */
const LONGEST_LIFE = 60;

/** Seconds by which the app's clock may differ. */
export const CLOCK_TOLERANCE = 30;

/** Milliseconds: times in whole seconds make a sign-in look younger than it is. */
export const ROUNDING = 1_000;

const ERRORS = ['login_required', 'access_denied'] as const;

/** A person whom the app has signed in. */
export interface VouchedPerson {
  subject: string;
  /** Epoch milliseconds, by this server's clock. */
  authTime: number;
  name: string | null;
  email: string | null;
  isEmailVerified: boolean;
  acr: string | null;
  /** The app's own name of the session. */
  sid: string | null;
}

/** What the app answers to the request of this `nonce`. */
export type SignInAnswer = { nonce: string } & ({ person: VouchedPerson } | { error: (typeof ERRORS)[number] });

/**
 * Reads an answer whose signature, issuer, audience and expiry are verified.
 *
 * @param now epoch milliseconds.
 * @returns what is wrong with it as a text.
 */
export function readSignInAnswer(
  claims: Said,
  { namesAccount, now }: { namesAccount: boolean; now: number },
): SignInAnswer | string {
  const problem = frameProblem(claims, now);
  if (problem !== null) return problem;
  const { nonce, error, sub } = claims as { nonce: string; error?: unknown; sub?: unknown };
  if (error === undefined) return readPerson(claims, { nonce, namesAccount, now });
  const known = ERRORS.find((one) => one === error);
  if (known === undefined) return `its error must be ${ERRORS.join(' or ')}`;
  return sub === undefined ? { nonce, error: known } : 'it has both error and sub: send one of them';
}

function frameProblem({ iat, exp, aud, nonce }: Said, now: number): string | null {
  if (Array.isArray(aud) && aud.length > 1) return 'its aud must be this server only';
  if (typeof iat !== 'number' || typeof exp !== 'number') return 'it has no iat or no exp';
  if (exp - iat > LONGEST_LIFE) return `its exp is more than ${LONGEST_LIFE} seconds after its iat`;
  if (iat * 1000 > now + CLOCK_TOLERANCE * 1000) return 'its iat is in the future: compare the clocks';
  return typeof nonce === 'string' && nonce !== '' ? null : 'it has no nonce: it must be the jti of the request';
}

function readPerson(
  claims: Said,
  { nonce, namesAccount, now }: { nonce: string; namesAccount: boolean; now: number },
): SignInAnswer | string {
  const { sub, auth_time: authTime, sid, acr, name, email } = claims;
  const iat = claims.iat as number;
  if (!isSubject(sub)) return 'its sub is not a string of 1 to 255 characters that a database can store';
  if (namesAccount && !isAccountId(sub))
    return 'its sub cannot be the id of an account: SUBJECT=theirs needs 1 to 36 visible ASCII characters, other than . and ..';
  if (typeof authTime !== 'number' || authTime < 0)
    return 'it has no auth_time: the time of the sign-in, in seconds since 1970';
  if (authTime > iat + CLOCK_TOLERANCE) return 'its auth_time is after its iat';
  if (sid !== undefined && (typeof sid !== 'string' || sid === '' || sid.length > 255))
    return 'its sid is not a string of 1 to 255 characters';
  const age = Math.max(0, (iat - authTime) * 1000);
  const person = {
    subject: sub,
    authTime: Math.floor(now - age - ROUNDING),
    name: nameOf(name),
    email: emailOf(email),
    isEmailVerified: claims.email_verified === true,
    acr: textOf(acr),
    sid: sid ?? null,
  };
  return { nonce, person };
}
