/** What the schedule knows of a signing key. Times in epoch milliseconds, lives in seconds. */
export interface ScheduledKey {
  kid: string;
  alg: string;
  /** Counts the keys of an algorithm; the database keeps it unique, so of several processes one makes the next. */
  sequence: number;
  createdAt: number;
  /** Before this it is announced: public, and signs nothing. */
  signsFrom: number;
  /** Nothing is signed with it later, unless a later time was stored before. */
  signsUntil: number;
  /** The longest life of a token it may have signed. */
  longestTokenTtl: number;
  compromisedAt: number | null;
}

/** How one process keeps its keys. In seconds. */
export interface KeyPolicy {
  /** The algorithm it wants to sign with. */
  alg: string;
  rotation: number;
  announce: number;
  retire: number;
}

export type NextKey = Pick<ScheduledKey, 'alg' | 'sequence' | 'signsFrom' | 'signsUntil'>;

/** Seconds that anybody may keep the JWKS without asking again. */
export const JWKS_MAX_AGE = 300;

/** Seconds between two processes: their clocks differ, and what one has read of the database is some seconds old. */
export const PROCESS_LAG = 60;

/** Seconds after which a new key is known wherever the JWKS is read again in time. */
export const SHORTEST_ANNOUNCEMENT = JWKS_MAX_AGE + PROCESS_LAG;

/** Milliseconds for which a process that signs says so in advance. */
const GRACE = 3_600_000;

/** It says so again when half of them are over. */
export const RENEWAL = GRACE / 2;

/** Milliseconds before the end in which a request does so, too, and waits for it. */
export const LAST_RENEWAL = 60_000;

const SECOND = 1000;

/** Its tokens may be alive, by what its row says: every process keeps it public, whatever its own settings. */
const isAlive = (key: ScheduledKey, now: number) =>
  key.compromisedAt === null && now < key.signsUntil + key.longestTokenTtl * SECOND;

const hasStarted = ({ signsFrom }: ScheduledKey, now: number) => signsFrom <= now;

const compare = (one: number, other: number) => other - one;

/** For sorting: the newest key first, in one order for all processes. */
export const newestFirst = (one: ScheduledKey, other: ScheduledKey) =>
  compare(one.signsFrom, other.signsFrom) ||
  compare(one.sequence, other.sequence) ||
  (one.kid < other.kid ? -1 : Number(one.kid > other.kid));

/**
 * The key that signs now: the newest of the own algorithm that services know. While there is none, since the algorithm
 * was changed, a known one of another algorithm goes on. Where none is known, the newest comes back that was; where
 * none ever was, the first to come signs early: another process, whose clock is ahead, has made it to sign at once.
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

/** The keys of the JWKS, the newest first: announced, signing, or of tokens that may be alive. */
export function publicKeys<Key extends ScheduledKey>(keys: readonly Key[], policy: KeyPolicy, now: number): Key[] {
  const signing = signingKey(keys, policy, now);
  return keys
    .filter((key) => key === signing || (key.compromisedAt === null && now < endOf(key, policy)))
    .sort(newestFirst);
}

/** Until when a key is public, or, compromised, was needed: the longest-lived of its tokens is over, on every clock. */
export const endOf = ({ signsUntil, longestTokenTtl }: ScheduledKey, { retire }: Pick<KeyPolicy, 'retire'>) =>
  signsUntil + (Math.max(longestTokenTtl, retire) + PROCESS_LAG) * SECOND;

/** The keys nobody needs any more. */
export function droppableKeys<Key extends ScheduledKey>(keys: readonly Key[], policy: KeyPolicy, now: number): Key[] {
  const signing = signingKey(keys, policy, now);
  return keys.filter((key) => key !== signing && now >= endOf(key, policy));
}

/**
 * The key of the own algorithm that is announced and does not sign yet. One that begins later than any announcement
 * lasts comes from a clock that was wrong, and keeps nobody from making another.
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

/** The key to make now by the schedule, or `null` when none is due. */
export function nextKey(keys: readonly ScheduledKey[], policy: KeyPolicy, now: number): NextKey | null {
  const signing = signingKey(keys, policy, now);
  const newest = announcedKey(keys, policy, now) ?? (signing?.alg === policy.alg ? signing : undefined);
  const isDue = newest === undefined || newest.signsFrom + (policy.rotation - policy.announce) * SECOND <= now;
  return isDue ? followingKey(keys, policy, now) : null;
}

/** The key that follows, due or not. It is announced first, unless there is nothing that could sign meanwhile. */
export function followingKey(keys: readonly ScheduledKey[], policy: KeyPolicy, now: number): NextKey {
  const { alg, announce } = policy;
  const sequence = 1 + Math.max(0, ...keys.filter((key) => key.alg === alg).map((key) => key.sequence));
  const signsFrom = signingKey(keys, policy, now) === undefined ? now : now + announce * SECOND;
  return { alg, sequence, signsFrom, signsUntil: signsFrom + GRACE };
}

/**
 * What has to be stored of a key before it signs tokens of up to `ttl` seconds now, or `null` when its row says enough.
 * Said in advance, so that it is stored twice an hour and not for each token.
 *
 * @param ahead milliseconds for which the row has to say it still.
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

/** Where a key stands in its life. One of another algorithm signs as long as some process says that it does. */
export function phaseOf(key: ScheduledKey, keys: readonly ScheduledKey[], policy: KeyPolicy, now: number): KeyPhase {
  if (key.compromisedAt !== null) return 'compromised';
  if (!hasStarted(key, now)) return 'announced';
  if (signingKey(keys, policy, now) === key) return 'signing';
  return signingKey(keys, key, now) === key && now < key.signsUntil ? 'signing' : 'retired';
}
