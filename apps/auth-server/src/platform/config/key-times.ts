/** How many keys the JWKS may come to hold: services read 256 KiB of it at most. */
const MOST_KEYS = 100;

/** When signing keys come and go, in seconds. */
export interface KeyTimes {
  /** `KEY_ROTATION`, default 90 days: how long a key signs. */
  readonly rotation: number;
  /** `KEY_ANNOUNCE`, default a day: how long it is public before. */
  readonly announce: number;
  /** `KEY_RETIRE`, default the life of an access token: how long it is public afterwards, at least. */
  readonly retire: number;
}

/** What is wrong with the times together: the setting to blame, and why. Else a token would be refused one day. */
export function* keyTimeProblems(
  { rotation, announce, retire }: KeyTimes,
  accessTokenTtl: number,
): Generator<[setting: string, problem: string]> {
  if (retire < accessTokenTtl)
    yield ['KEY_RETIRE', `is ${retire}; it must be at least ACCESS_TOKEN_TTL, which is ${accessTokenTtl}`];
  if (rotation <= announce)
    yield ['KEY_ROTATION', `is ${rotation}; it must be more than KEY_ANNOUNCE, which is ${announce}`];
  const most = Math.ceil((retire + announce) / MOST_KEYS);
  if (rotation > announce && rotation < most)
    yield [
      'KEY_ROTATION',
      `is ${rotation}; it must be at least ${most}, as keys stay public for KEY_RETIRE: ` +
        `the JWKS would hold more than ${MOST_KEYS} of them`,
    ];
}
