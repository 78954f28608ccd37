import { type Said, isSubject } from '../token/person-claims';
import { CLOCK_TOLERANCE } from './sign-in-answer';

/** RFC 8417 §2.3. */
export const SIGN_IN_EVENT_TYP = 'secevent+jwt';

/** Seconds after which an event that was held back is refused. */
const OLDEST = 60;

/** Seconds for which the `jti` of an event is remembered. */
export const EVENT_REMEMBERED = OLDEST + 2 * CLOCK_TOLERANCE;

const KINDS = {
  // OpenID Connect Back-Channel Logout §2.4.
  'http://schemas.openid.net/event/backchannel-logout': 'signed_out',
  // OpenID RISC Profile §2.4, §2.5.
  'https://schemas.openid.net/secevent/risc/event-type/account-disabled': 'disabled',
  'https://schemas.openid.net/secevent/risc/event-type/account-enabled': 'enabled',
} as const;

/** What the app tells of a person. */
export interface SignInEvent {
  kind: (typeof KINDS)[keyof typeof KINDS];
  subject: string;
  jti: string;
  /** The session that ended; `null`: all of them. */
  sid: string | null;
}

/** Reads an event whose signature, issuer and audience are verified. @returns what is wrong with it as a text. */
export function readSignInEvent({ iat, jti, sub, sid, events }: Said, now: number): SignInEvent | string {
  if (typeof iat !== 'number') return 'it has no iat';
  if (Math.abs(now / 1000 - iat) > OLDEST + CLOCK_TOLERANCE)
    return `its iat is not within the last ${OLDEST} seconds: compare the clocks`;
  if (typeof jti !== 'string' || jti === '' || jti.length > 255)
    return 'its jti is not a string of 1 to 255 characters';
  if (!isSubject(sub)) return 'its sub is not a string of 1 to 255 characters that a database can store';
  if (sid !== undefined && typeof sid !== 'string') return 'its sid is not a string';
  const names = typeof events === 'object' && events !== null ? Object.keys(events) : [];
  const [name = ''] = names;
  if (names.length !== 1 || !Object.hasOwn(KINDS, name))
    return `its events must have exactly one of the members ${Object.keys(KINDS).join(', ')}`;
  return { kind: KINDS[name as keyof typeof KINDS], subject: sub, jti, sid: sid ?? null };
}
