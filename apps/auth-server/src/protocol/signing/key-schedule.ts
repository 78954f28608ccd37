/** The facts of a signing key (ADR 13). Times in epoch milliseconds, lifetimes in seconds. */
export interface ScheduledKey {
  kid: string;
  alg: string;
  /** Number among the keys of an algorithm; unique in the database, so only one process makes the next. */
  sequence: number;
  createdAt: number;
  /** Before this the key is announced: public, and signs nothing. */
  signsFrom: number;
  /** Nothing is signed with it later, unless a later time was stored before. */
  signsUntil: number;
  /** The longest lifetime of a token it may have signed. */
  longestTokenTtl: number;
  compromisedAt: number | null;
}

/** One process' settings, in seconds. */
export interface KeyPolicy {
  /** The configured algorithm. */
  alg: string;
  rotation: number;
  announce: number;
  retire: number;
}

export type NextKey = Pick<ScheduledKey, 'alg' | 'sequence' | 'signsFrom' | 'signsUntil'>;

/** `max-age` of the JWKS in seconds. */
export const JWKS_MAX_AGE = 300;

/** Seconds by which processes may differ: their clocks, and the age of what they read. */
export const PROCESS_LAG = 60;

/** Seconds after which every reader of the JWKS knows a new key. */
export const SHORTEST_ANNOUNCEMENT = JWKS_MAX_AGE + PROCESS_LAG;

/** How far ahead a process stores `signs_until`, in milliseconds. */
const GRACE = 3_600_000;

/** Renew in the background when half of it is over. */
export const RENEWAL = GRACE / 2;

/** In the last part a request renews it too, and waits. Milliseconds. */
export const LAST_RENEWAL = 60_000;

const SECOND = 1000;

/** Whether its tokens may be valid by its row: every process keeps it public, whatever its own settings. */
const isAlive = (key: ScheduledKey, now: number) =>
  key.compromisedAt === null && now < key.signsUntil + key.longestTokenTtl * SECOND;

const hasStarted = ({ signsFrom }: ScheduledKey, now: number) => signsFrom <= now;

const compare = (one: number, other: number) => other - one;

/** Sorts the newest key first, equally in all processes. */
export const newestFirst = (one: ScheduledKey, other: ScheduledKey) =>
  compare(one.signsFrom, other.signsFrom) ||
  compare(one.sequence, other.sequence) ||
  (one.kid < other.kid ? -1 : Number(one.kid > other.kid));

/**
 * The key that signs now: the newest of the configured algorithm that services know; after a change of the algorithm a
 * known key of another one; else the newest that was known; else the first to come, which a process with a clock ahead
 * has made to sign at once (ADR 13).
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

/** The keys of the JWKS, newest first: announced, signing, or with tokens that may be valid. */
export function publicKeys<Key extends ScheduledKey>(keys: readonly Key[], policy: KeyPolicy, now: number): Key[] {
  const signing = signingKey(keys, policy, now);
  return keys
    .filter((key) => key === signing || (key.compromisedAt === null && now < endOf(key, policy)))
    .sort(newestFirst);
}

/** Until when a key is public, or if compromised is kept: the expiry of its longest-lived token on every clock. */
export const endOf = ({ signsUntil, longestTokenTtl }: ScheduledKey, { retire }: Pick<KeyPolicy, 'retire'>) =>
  signsUntil + (Math.max(longestTokenTtl, retire) + PROCESS_LAG) * SECOND;

/** The keys to drop. */
export function droppableKeys<Key extends ScheduledKey>(keys: readonly Key[], policy: KeyPolicy, now: number): Key[] {
  const signing = signingKey(keys, policy, now);
  return keys.filter((key) => key !== signing && now >= endOf(key, policy));
}

/**
 * The announced key of the configured algorithm. One that begins later than an announcement lasts comes from a wrong
 * clock and is ignored.
 */
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

/** The next key, due or not. It is announced first, unless no key could sign meanwhile. */
export function followingKey(keys: readonly ScheduledKey[], policy: KeyPolicy, now: number): NextKey {
  const { alg, announce } = policy;
  const sequence = 1 + Math.max(0, ...keys.filter((key) => key.alg === alg).map((key) => key.sequence));
  const signsFrom = signingKey(keys, policy, now) === undefined ? now : now + announce * SECOND;
  return { alg, sequence, signsFrom, signsUntil: signsFrom + GRACE };
}

/**
 * What to store of a key before it signs tokens of up to `ttl` seconds now; `null` if its row suffices. Stored ahead,
 * so that it is written twice an hour and not per token.
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

/** A key's phase. One of another algorithm signs as long as some process stores so. */
export function phaseOf(key: ScheduledKey, keys: readonly ScheduledKey[], policy: KeyPolicy, now: number): KeyPhase {
  if (key.compromisedAt !== null) return 'compromised';
  if (!hasStarted(key, now)) return 'announced';
  if (signingKey(keys, policy, now) === key) return 'signing';
  return signingKey(keys, key, now) === key && now < key.signsUntil ? 'signing' : 'retired';
}
