/** How a refresh names its client: by credentials, by a public `client_id`, or by the token alone (a GET). */
export type ClientProof = 'credentials' | 'public' | 'token';

/** A thief may know the token alone: the client must not take such a use for its own lost one. */
export const mayBeRetried = (by: ClientProof) => by !== 'token';

/** RFC 9449 §5: the credentials of a confidential client do what the key does. */
export const isKeyNeeded = (by: ClientProof) => by !== 'credentials';

/** The repeated use of a refresh token. */
export interface RepeatedUse {
  generation: number;
  /** The request as {@link spellUse} writes it. */
  scope: string | null;
  /** Whether the client authenticated, if it can. */
  proven: boolean;
}

/** Its family, which has not ended. */
export interface RotatedFamily {
  /** Generation of the current token. */
  generation: number;
  /** Time of the last use in epoch milliseconds; `null` before the first. */
  rotatedAt: number | null;
  /** The request of that use. */
  rotatedScope: string | null;
}

/**
 * Whether this repeats a use whose answer was lost (ADR 12): the immediately previous token and the same request within
 * the window. Everything else is a replay (RFC 9700 §4.14.2).
 *
 * @param window seconds; with 0 every second use is a replay.
 * @param now epoch milliseconds.
 */
export function isRetry(again: RepeatedUse, family: RotatedFamily, window: number, now: number): boolean {
  if (!again.proven || again.generation !== family.generation - 1) return false;
  // The rotating process' clock may be ahead, so without a window no time is compared.
  if (window === 0) return false;
  if (family.rotatedAt === null || now >= family.rotatedAt + window * 1000) return false;
  return again.scope === family.rotatedScope;
}

/** The longest window, in seconds. */
export const LONGEST_RETRY_WINDOW = 60;

/** A scope in sorted order. */
export const spellScope = (names: readonly string[] | null) => (names === null ? null : [...names].sort().join(' '));

/**
 * The requested scope and proof key in one form, `null` for neither.
 *
 * @param proofKey thumbprint (RFC 9449).
 */
export function spellUse(scope: readonly string[] | null, proofKey: string | null): string | null {
  const spelled = spellScope(scope);
  return proofKey === null ? spelled : `${spelled ?? ''}\n${proofKey}`;
}
