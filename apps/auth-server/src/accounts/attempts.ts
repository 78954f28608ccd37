import { type Unit, get, run } from '../database/sql';
import { hashToken } from '../protocol/opaque-secret';
import { networkOf } from './caller-network';

/** How long a try counts, in milliseconds. */
export const WINDOW = 15 * 60_000;
const PER_SUBJECT = 10;
const PER_ADDRESS = 100;

/** One later than a whole window ahead was noted by a clock that went wrong: it must not hold anybody until then. */
const NTH = (where: string, nth: number) => `SELECT attempted_at AS at FROM sign_in_attempts
  WHERE ${where} AND attempted_at > ? AND attempted_at <= ? ORDER BY attempted_at DESC LIMIT 1 OFFSET ${nth - 1}`;
const NTH_OF_PAIR = NTH('email_hash = ? AND address = ?', PER_SUBJECT);
const NTH_OF_SUBJECT = NTH('email_hash = ?', PER_SUBJECT);
const NTH_OF_ADDRESS = NTH('address = ?', PER_ADDRESS);
const INSERT = 'INSERT INTO sign_in_attempts (email_hash, address, attempted_at) VALUES (?, ?, ?)';
const FORGET_OLD = 'DELETE FROM sign_in_attempts WHERE address = ? AND attempted_at <= ?';

const around = (now: number) => [now - WINDOW, now + WINDOW];

/** Who tries, as the database keeps it. */
export interface AttemptKey {
  subjectHash: string;
  network: string;
}

/** Tries of one kind count for no other: who signs in may call an account anything. */
export type AttemptKind = 'sign_in' | 'user_code';

/** @param subject what is tried, or who tries it. */
export const attemptKey = (kind: AttemptKind, subject: string, address: string): AttemptKey => ({
  subjectHash: hashToken(`${kind} ${subject}`),
  network: networkOf(address),
});

/** When a subject at an address may try again: after 10 failures of the two, or 100 of the address; `null` for now. */
export function* pairHeldUntil({ subjectHash, network }: AttemptKey, now: number): Unit<number | null> {
  const pair = yield* get<Failure>(NTH_OF_PAIR, subjectHash, network, ...around(now));
  return latest(pair, yield* get<Failure>(NTH_OF_ADDRESS, network, ...around(now)));
}

/** The same, where nobody but the subject makes its tries: it is held wherever it is. */
export function* subjectHeldUntil({ subjectHash, network }: AttemptKey, now: number): Unit<number | null> {
  const subject = yield* get<Failure>(NTH_OF_SUBJECT, subjectHash, ...around(now));
  return latest(subject, yield* get<Failure>(NTH_OF_ADDRESS, network, ...around(now)));
}

/** Counts a try as failed. */
export function* insertAttempt({ subjectHash, network }: AttemptKey, now: number): Unit<void> {
  yield* run(FORGET_OLD, network, now - WINDOW);
  yield* run(INSERT, subjectHash, network, now);
}

/** Seconds until then, as `Retry-After` says it. */
export const secondsUntil = (until: number, now: number) => Math.max(1, Math.ceil((until - now) / 1000));

interface Failure {
  at: number;
}

function latest(one: Failure | undefined, other: Failure | undefined): number | null {
  if (one === undefined && other === undefined) return null;
  return Math.max(one?.at ?? 0, other?.at ?? 0) + WINDOW;
}
