import { sha256 } from '../verify/proof/thumbprint.ts';
import type { SignedInPerson } from './options.ts';

/** Milliseconds: March 1973. An earlier time was counted in seconds. */
const FIRST_TIME = 100_000_000_000;

/** A person as `user` gave it, with what an answer needs. */
export interface KnownPerson {
  readonly subject: string;
  /** Epoch milliseconds. */
  readonly signedInAt: number;
  readonly acr: string | undefined;
  /** Of the answer. */
  readonly claims: Readonly<Record<string, unknown>>;
}

/** Reads what `user` returned; undefined: nobody is signed in. Throws an Error for the developer of the app. */
export function knownPerson(returned: SignedInPerson | null | undefined | false): KnownPerson | undefined {
  // The session of somebody who is not signed in often yields one of the other empty values.
  if (!returned) return undefined;
  const { id, name, email, emailVerified, session, acr, claims } = returned;
  const signedInAt = timeOf(returned.signedInAt);
  const subject = subjectOf(id);
  const said = {
    name: name ?? undefined,
    email: email ?? undefined,
    email_verified: emailVerified ?? undefined,
    acr: acr ?? undefined,
    sid: session == null ? undefined : hashOfSession(session),
  };
  return {
    subject,
    signedInAt,
    acr: acr ?? undefined,
    claims: { ...claims, sub: subject, auth_time: signedInAt / 1_000, ...said },
  };
}

/** The `sub` of a person. Throws an Error where the id is none. */
export function subjectOf(id: unknown): string {
  const isId = (typeof id === 'string' && id !== '') || typeof id === 'bigint' || Number.isSafeInteger(id);
  if (!isId) throw new Error('the id of the person must be a non-empty string, a whole number or a bigint');
  return String(id);
}

/** The auth server needs no id by which it could take over a session. */
export const hashOfSession = (session: string): string => sha256(session);

function timeOf(signedInAt: unknown): number {
  const time = signedInAt instanceof Date ? signedInAt.getTime() : signedInAt;
  if (time === undefined || time === null)
    throw new Error(
      'user() returned a person without signedInAt: store Date.now() in the session when the user signs in',
    );
  if (typeof time !== 'number' || !(time >= FIRST_TIME))
    throw new Error('signedInAt of the person must be milliseconds since 1970, as Date.now(), or a valid Date');
  return time;
}
