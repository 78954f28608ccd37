import { isAccountId } from './account-id';
import { isSubject } from './person-claims';

/** Or no `typ`, if the operator names none. */
const SIGN_IN_TYPES: readonly unknown[] = ['jwt', 'id_token+jwt'];

/** Signature, issuer, audience and times are verified. */
export interface VerifiedToken {
  typ: unknown;
  claims: Readonly<Record<string, unknown>>;
}

export interface ExpectedToken {
  /** Whether its `sub` becomes an account's id. */
  namesAccount: boolean;
  audience: string;
  /** `null`: not configured; else already compared. */
  typ: string | null;
}

/** Why a verified token is no sign-in; else `null`. */
export function foreignTokenProblem({ typ, claims }: VerifiedToken, expected: ExpectedToken): string | null {
  const { events, aud, azp, sub } = claims;
  if (expected.typ === null && typ !== undefined && !SIGN_IN_TYPES.includes(mediaSubtype(typ)))
    return 'its typ must be JWT, id_token+jwt or the one in TRUSTED_ISSUERS';
  // RFC 8417 §2.2: a logout token or another security event.
  if (events !== undefined) return 'it has events: it reports an event and is not a sign-in';
  // OpenID Connect Core §3.1.3.7; a single audience needs no `azp`.
  if (Array.isArray(aud) && aud.length > 1 && azp !== expected.audience)
    return 'it has several audiences, and its azp is not the expected one';
  if (!isSubject(sub)) return 'its sub is not a string of 1 to 255 characters that a database can store';
  return !expected.namesAccount || isAccountId(sub)
    ? null
    : 'its sub cannot be the id of an account: SUBJECT=theirs needs 1 to 36 visible ASCII characters, other than . and ..';
}

/** RFC 7515 §4.1.9: case-insensitive, `application/` is optional. */
const mediaSubtype = (typ: unknown) =>
  typeof typ === 'string' ? typ.toLowerCase().replace(/^application\//, '') : typ;
