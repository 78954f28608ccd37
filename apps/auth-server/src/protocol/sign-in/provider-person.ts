import { isAccountId } from '../token/account-id';
import { type Said, UNTOLD, emailOf, isSubject, nameOf, textOf } from '../token/person-claims';
import { ROUNDING, type VouchedPerson } from './sign-in-answer';

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
  if (!isSubject(sub)) return 'its sub is not a text of 1 to 255 characters that a database can hold';
  if (namesAccount && !isAccountId(sub))
    return 'its sub cannot be the id of an account: SUBJECT=theirs needs 1 to 36 visible ASCII characters, neither . nor ..';
  const said = { ...userInfo, ...idToken };
  return {
    subject: sub,
    authTime: typeof authTime === 'number' && typeof iat === 'number' ? signedInAt(iat - authTime, now) : UNTOLD,
    name: nameOf(said.name) ?? nameOf(givenAndFamily(said)),
    email: emailOf(said.email),
    // Apple and others write it as a text.
    isEmailVerified: said.email_verified === true || said.email_verified === 'true',
    acr: textOf(acr),
    sid: null,
  };
}

/** By this server's clock. @param age seconds. */
const signedInAt = (age: number, now: number) => Math.floor(now - Math.max(0, age * 1000) - ROUNDING);

const givenAndFamily = ({ given_name: given, family_name: family }: Said) =>
  [given, family].filter((part) => typeof part === 'string').join(' ');
