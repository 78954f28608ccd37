import { isAccountId } from '../token/account-id';
import { type Said, UNTOLD, emailOf, isSubject, nameOf, textOf } from '../token/person-claims';
import { CLOCK_TOLERANCE, ROUNDING, type VouchedPerson } from './sign-in-answer';

/**
 * Reads the person out of an ID token that is verified.
 *
 * @param userInfo what the userinfo endpoint adds to it.
 * @param now epoch milliseconds.
 * @returns what is wrong with it as a text.
 */
export function readProviderPerson(
  idToken: Said,
  userInfo: Said,
  { namesAccount, now }: { namesAccount: boolean; now: number },
): VouchedPerson | string {
  const { sub, iat, auth_time: authTime, acr } = idToken;
  if (!isSubject(sub)) return 'its sub is not a string of 1 to 255 characters that a database can store';
  if (namesAccount && !isAccountId(sub))
    return 'its sub cannot be the id of an account: SUBJECT=theirs needs 1 to 36 visible ASCII characters, other than . and ..';
  const said = { ...userInfo, ...idToken };
  // Email and proof come from one source: a proof is of the email beside it.
  const mail = idToken.email === undefined ? userInfo : idToken;
  return {
    subject: sub,
    authTime: typeof authTime === 'number' && typeof iat === 'number' ? signedInAt(authTime, iat, now) : UNTOLD,
    name: nameOf(said.name) ?? nameOf(givenAndFamily(said)),
    email: emailOf(mail.email),
    // Apple and others write it as a text.
    isEmailVerified: mail.email_verified === true || mail.email_verified === 'true',
    acr: textOf(acr),
    sid: null,
  };
}

/** By this server's clock, and never younger than the claim says: an ID token may be older than its answer. */
function signedInAt(authTime: number, iat: number, now: number): number {
  const latest = (authTime + CLOCK_TOLERANCE) * 1000;
  if (authTime < 0 || latest > now + 2 * CLOCK_TOLERANCE * 1000) return UNTOLD;
  const byAge = now - Math.max(0, (iat - authTime) * 1000);
  return Math.max(UNTOLD, Math.floor(Math.min(byAge, latest) - ROUNDING));
}

const givenAndFamily = ({ given_name: given, family_name: family }: Said) =>
  [given, family].filter((part) => typeof part === 'string').join(' ');
