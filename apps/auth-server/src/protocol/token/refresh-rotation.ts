/** By credentials, by a public `client_id`, or by the token alone (a GET). */
export type ClientProof = 'credentials' | 'public' | 'token';

/** A thief may know the token alone: a retry would hide the theft from the client. */
export const mayBeRetried = (by: ClientProof) => by !== 'token';

/** RFC 9449 §5: a confidential client's credentials replace the key. */
export const isKeyNeeded = (by: ClientProof) => by !== 'credentials';

export interface RepeatedUse {
  generation: number;
  /** From {@link spellUse}. */
  scope: string | null;
  /** Whether the client authenticated, if it can. */
  proven: boolean;
}

/** Has not ended. */
export interface RotatedFamily {
  /** Of the current token. */
  generation: number;
  /** Last use in epoch milliseconds; `null` before the first. */
  rotatedAt: number | null;
  /** From {@link spellUse}, of the last use. */
  rotatedScope: string | null;
}

/**
 * The previous token and the same request within the window: the answer was lost (ADR 12). All else is a replay (RFC
 * 9700 §4.14.2).
 *
 * @param window seconds; 0: every second use is a replay.
 * @param now epoch milliseconds.
 */
export function isRetry(again: RepeatedUse, family: RotatedFamily, window: number, now: number): boolean {
  if (!again.proven || again.generation !== family.generation - 1) return false;
  // The rotating process' clock may be ahead: without a window compare no times.
  if (window === 0) return false;
  if (family.rotatedAt === null || now >= family.rotatedAt + window * 1000) return false;
  return again.scope === family.rotatedScope;
}

/** Seconds. */
export const LONGEST_RETRY_WINDOW = 60;

export const spellScope = (names: readonly string[] | null) => (names === null ? null : [...names].sort().join(' '));

/**
 * `null` without scope and key.
 *
 * @param proofKey thumbprint (RFC 9449).
 */
export function spellUse(scope: readonly string[] | null, proofKey: string | null): string | null {
  const spelled = spellScope(scope);
  return proofKey === null ? spelled : `${spelled ?? ''}\n${proofKey}`;
}
