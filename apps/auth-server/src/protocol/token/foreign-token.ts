/** The `typ` that a trusted issuer's token may have if the operator names none; it may also have none. */
const SIGN_IN_TYPES: readonly unknown[] = ['jwt', 'id_token+jwt'];

/** A JWT whose signature, issuer, audience and times are good. */
export interface VerifiedToken {
  typ: unknown;
  claims: Readonly<Record<string, unknown>>;
}

/** What the operator expects of an issuer's tokens. */
export interface ExpectedToken {
  audience: string;
  /** `null` where the settings name none; where they do, it is compared with the signature. */
  typ: string | null;
}

/** Why a trusted issuer's token is no sign-in although its signature is good; else `null`. */
export function foreignTokenProblem({ typ, claims }: VerifiedToken, expected: ExpectedToken): string | null {
  const { events, aud, azp, sub } = claims;
  if (expected.typ === null && typ !== undefined && !SIGN_IN_TYPES.includes(mediaSubtype(typ)))
    return 'its typ is not one of a sign-in: JWT or id_token+jwt, or the one in TRUSTED_ISSUERS';
  // RFC 8417 §2.2: a logout token or another security event, not a sign-in.
  if (events !== undefined) return 'it has events: it tells of something, and is no sign-in';
  // OpenID Connect Core §3.1.3.7. With a single audience azp is left to extensions, and not judged.
  if (Array.isArray(aud) && aud.length > 1 && azp !== expected.audience)
    return 'it has several audiences, and its azp is not the one that is expected';
  return isSubject(sub) ? null : 'its sub is not a text of 1 to 255 characters that a database can hold';
}

/** RFC 7515 §4.1.9: without case, and `application/` may be left out. */
const mediaSubtype = (typ: unknown) =>
  typeof typ === 'string' ? typ.toLowerCase().replace(/^application\//, '') : typ;

/** A database keeps neither halves of surrogate pairs nor, if it is PostgreSQL, U+0000. */
const isSubject = (sub: unknown) =>
  typeof sub === 'string' && sub !== '' && sub.length <= 255 && sub.isWellFormed() && !sub.includes('\0');
