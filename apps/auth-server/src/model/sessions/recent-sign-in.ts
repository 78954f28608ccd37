import { Problem } from '../../platform/http/answers/problem';
import { BEARER_CHALLENGE, type Caller } from './caller';

/** Seconds for which a sign-in proves the person, where no password is asked for. */
const MAX_AGE = 600;

/** @param now epoch milliseconds. */
export const isRecent = ({ authTime }: Pick<Caller, 'authTime'>, now: number) => now - authTime < MAX_AGE * 1000;

/** 401 (RFC 9470 §3). @param why what needs a recent sign-in. */
export function signInTooOld(why: string): Problem {
  const [code, detail] = ['insufficient_user_authentication', `sign in again: ${why} needs a recent sign-in`];
  const challenge = `${BEARER_CHALLENGE}, error="${code}", error_description="${detail}", max_age="${MAX_AGE}"`;
  return new Problem(401, detail, { code, headers: { 'www-authenticate': challenge } });
}
