/** `npm run prove`, on both engines. */
const PROVE = {
  /** Of 50 callers, for each kind of race. */
  races: 50,
  /** Revocations of an application, an account or a session while tokens are issued. */
  endings: 12,
  /** Concurrent starts of several processes. */
  starts: 3,
  /** Kills of a process, and of the database, under load. */
  kills: 10,
  /** Processes replaced under load. */
  replacements: 4,
  /** Shutdowns by pairs of signals, and behind a proxy. */
  stops: 3,
  /** 30 seconds each, while keys rotate under load. */
  rotationSteps: 160,
  hostileDocuments: 60,
  issuances: 2_000,
  /** Worlds in which tokens begin and end at random. */
  agreements: 12,
  /** Revocations at three services, and families of a deleted application. */
  revocations: 200,
  families: 50_000,
  /** Simulated lives of a key schedule, and of a refresh family per engine; fewer may miss an outcome. */
  keyLives: 10,
  familyLives: 25,
  /** Keys that simulated processes create, per engine. */
  keys: 50,
};

const SIZES = {
  /** `npm test`: a fifth; files that begin with `@once` on SQLite alone. */
  test: {
    ...PROVE,
    races: 10,
    endings: 3,
    starts: 1,
    kills: 2,
    replacements: 1,
    stops: 1,
    rotationSteps: 32,
    hostileDocuments: 12,
    issuances: 400,
    agreements: 2,
    revocations: 20,
    families: 3_000,
    keys: 10,
  },
  prove: PROVE,
  /** `npm run prove -- --full`. */
  full: {
    ...PROVE,
    races: 1_000,
    kills: 200,
    hostileDocuments: 300,
    keyLives: 1_000,
    familyLives: 1_000,
    keys: 1_000,
    agreements: 300,
  },
} satisfies Record<string, typeof PROVE>;

/** Only `prove.mjs` sets the variable. */
export const isFull = process.env['PROOFS'] === 'full';
export const SIZE = SIZES[(process.env['PROOFS'] ?? 'test') as keyof typeof SIZES];
