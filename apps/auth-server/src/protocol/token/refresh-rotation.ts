/** How a refresh names its client: by credentials, by its `client_id` where it is public, or by the token alone (a GET). */
export type ClientProof = 'credentials' | 'public' | 'token';

/** Whoever knows the token alone may be a thief: the client must not take such a use for its own lost one. */
export const mayBeRetried = (by: ClientProof) => by !== 'token';

/** RFC 9449 §5: the credentials of a confidential client do what the key does. */
export const isKeyNeeded = (by: ClientProof) => by !== 'credentials';

/** A refresh token that was used before, as it comes again. */
export interface PresentedAgain {
  generation: number;
  /** What the request asks for, as {@link spellUse} writes it. */
  scope: string | null;
  /** Whether its client has proven who it is, where it can. */
  proven: boolean;
}

/** What is known of its living family. */
export interface RotatedFamily {
  /** Of the one token that may be used. */
  generation: number;
  /** When the one before was used, in epoch milliseconds; `null` when the family has only begun. */
  rotatedAt: number | null;
  /** What that use asked for. */
  rotatedScope: string | null;
}

/**
 * Whether a used refresh token is the same use once more, whose answer was lost: the immediately previous token, the
 * same request, soon. Everything else is a replay (RFC 9700 §4.14.2). Generations say who is previous; time only
 * closes the window.
 *
 * @param window seconds; 0 takes every second use for a replay.
 * @param now epoch milliseconds.
 */
export function isRetry(again: PresentedAgain, family: RotatedFamily, window: number, now: number): boolean {
  if (!again.proven || again.generation !== family.generation - 1) return false;
  // Whoever rotated may have a clock ahead of this one: without a window no time is soon enough.
  if (window === 0) return false;
  if (family.rotatedAt === null || now >= family.rotatedAt + window * 1000) return false;
  return again.scope === family.rotatedScope;
}

/** The longest window, in seconds. */
export const LONGEST_RETRY_WINDOW = 60;

/** A scope in one spelling, whatever the order it was asked in. */
export const spellScope = (names: readonly string[] | null) => (names === null ? null : [...names].sort().join(' '));

/**
 * What a refresh asks for in one spelling; `null` where it says nothing. With a proof it asks for a token of that key.
 *
 * @param proofKey a thumbprint (RFC 9449).
 */
export function spellUse(scope: readonly string[] | null, proofKey: string | null): string | null {
  const spelled = spellScope(scope);
  return proofKey === null ? spelled : `${spelled ?? ''}\n${proofKey}`;
}
