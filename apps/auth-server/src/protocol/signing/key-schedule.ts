/** ADR 13. Times in epoch milliseconds, lifetimes in seconds. */
export interface ScheduledKey {
  kid: string;
  alg: string;
  /** Unique per algorithm in the database: only one process makes the next. */
  sequence: number;
  createdAt: number;
  /** Until then public, without signing. */
  signsFrom: number;
  /** Signs nothing later, unless a later time is stored first. */
  signsUntil: number;
  /** Of a token it may have signed. */
  longestTokenTtl: number;
  compromisedAt: number | null;
}

/** One process' settings, in seconds. */
export interface KeyPolicy {
  alg: string;
  rotation: number;
  announce: number;
  retire: number;
}

export type NextKey = Pick<ScheduledKey, 'alg' | 'sequence' | 'signsFrom' | 'signsUntil'>;

/** Seconds. */
export const JWKS_MAX_AGE = 300;

/** Seconds by which clocks and cached rows of processes may differ. */
export const PROCESS_LAG = 60;

/** Seconds until every reader of the JWKS knows a new key. */
export const SHORTEST_ANNOUNCEMENT = JWKS_MAX_AGE + PROCESS_LAG;

/** Milliseconds by which `signs_until` is stored ahead. */
const GRACE = 3_600_000;

/** Renew in the background when half is over. */
export const RENEWAL = GRACE / 2;

/** Milliseconds in which a request renews too, and waits. */
export const LAST_RENEWAL = 60_000;

const SECOND = 1000;

/** Judges by the key's row: every process keeps it public, whatever its own settings. */
const isAlive = (key: ScheduledKey, now: number) =>
  key.compromisedAt === null && now < key.signsUntil + key.longestTokenTtl * SECOND;

const hasStarted = ({ signsFrom }: ScheduledKey, now: number) => signsFrom <= now;

const compare = (one: number, other: number) => other - one;

/** Equal in all processes. */
export const newestFirst = (one: ScheduledKey, other: ScheduledKey) =>
  compare(one.signsFrom, other.signsFrom) ||
  compare(one.sequence, other.sequence) ||
  (one.kid < other.kid ? -1 : Number(one.kid > other.kid));

/**
 * Prefers a key whose tokens may be valid, then the configured algorithm, then the newest; if none has started, the
 * first to start: a process with its clock ahead made it to sign at once (ADR 13).
 */
export function signingKey<Key extends ScheduledKey>(
  keys: readonly Key[],
  { alg }: Pick<KeyPolicy, 'alg'>,
  now: number,
): Key | undefined {
  const sound = keys.filter(({ compromisedAt }) => compromisedAt === null);
  const rank = (key: Key) => (isAlive(key, now) ? 2 : 0) + (key.alg === alg ? 1 : 0);
  const [best] = sound
    .filter((key) => hasStarted(key, now))
    .sort((one, other) => compare(rank(one), rank(other)) || newestFirst(one, other));
  return best ?? sound.sort(newestFirst).at(-1);
}

/** Announced, signing, or with tokens that may be valid. */
export function publicKeys<Key extends ScheduledKey>(keys: readonly Key[], policy: KeyPolicy, now: number): Key[] {
  const signing = signingKey(keys, policy, now);
  return keys
    .filter((key) => key === signing || (key.compromisedAt === null && now < endOf(key, policy)))
    .sort(newestFirst);
}

/** The longest-lived token has expired on every clock. A compromised key is kept as long. */
export const endOf = ({ signsUntil, longestTokenTtl }: ScheduledKey, { retire }: Pick<KeyPolicy, 'retire'>) =>
  signsUntil + (Math.max(longestTokenTtl, retire) + PROCESS_LAG) * SECOND;

export function droppableKeys<Key extends ScheduledKey>(keys: readonly Key[], policy: KeyPolicy, now: number): Key[] {
  const signing = signingKey(keys, policy, now);
  return keys.filter((key) => key !== signing && now >= endOf(key, policy));
}

/** Ignores a key that starts later than an announcement lasts: its maker's clock was wrong. */
export function announcedKey<Key extends ScheduledKey>(
  keys: readonly Key[],
  { alg, announce }: Pick<KeyPolicy, 'alg' | 'announce'>,
  now: number,
): Key | undefined {
  const latest = now + (announce + PROCESS_LAG) * SECOND;
  return keys
    .filter((key) => key.alg === alg && key.compromisedAt === null && !hasStarted(key, now) && key.signsFrom <= latest)
    .sort(newestFirst)[0];
}

export function nextKey(keys: readonly ScheduledKey[], policy: KeyPolicy, now: number): NextKey | null {
  const signing = signingKey(keys, policy, now);
  const newest = announcedKey(keys, policy, now) ?? (signing?.alg === policy.alg ? signing : undefined);
  const isDue = newest === undefined || newest.signsFrom + (policy.rotation - policy.announce) * SECOND <= now;
  return isDue ? followingKey(keys, policy, now) : null;
}

/** Due or not. Announced first, unless no key could sign meanwhile. */
export function followingKey(keys: readonly ScheduledKey[], policy: KeyPolicy, now: number): NextKey {
  const { alg, announce } = policy;
  const sequence = 1 + Math.max(0, ...keys.filter((key) => key.alg === alg).map((key) => key.sequence));
  const signsFrom = signingKey(keys, policy, now) === undefined ? now : now + announce * SECOND;
  return { alg, sequence, signsFrom, signsUntil: signsFrom + GRACE };
}

/**
 * What to store before signing a token of `ttl` seconds; `null` if the row suffices. Stored ahead: two writes an hour,
 * not one per token.
 *
 * @param ahead milliseconds that the row must still cover.
 */
export function useToStore(
  { signsUntil, longestTokenTtl }: ScheduledKey,
  ttl: number,
  now: number,
  ahead = RENEWAL,
): Pick<ScheduledKey, 'signsUntil' | 'longestTokenTtl'> | null {
  if (signsUntil - now >= ahead && longestTokenTtl >= ttl) return null;
  return { signsUntil: Math.max(signsUntil, now + GRACE), longestTokenTtl: Math.max(longestTokenTtl, ttl) };
}

export type KeyPhase = 'announced' | 'signing' | 'retired' | 'compromised';

/** A key of another algorithm signs while a process extends its `signsUntil`. */
export function phaseOf(key: ScheduledKey, keys: readonly ScheduledKey[], policy: KeyPolicy, now: number): KeyPhase {
  if (key.compromisedAt !== null) return 'compromised';
  if (!hasStarted(key, now)) return 'announced';
  if (signingKey(keys, policy, now) === key) return 'signing';
  return signingKey(keys, key, now) === key && now < key.signsUntil ? 'signing' : 'retired';
}
