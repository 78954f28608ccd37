/** Of `npm run prove`, on both engines. */
const PROVE = {
  /** Races of 50 callers, of each kind. */
  races: 50,
  /** Ends of an application, an account or a session, each while tokens are issued on it. */
  endings: 12,
  /** Starts of several processes at the same moment. */
  starts: 3,
  /** Kills of a process, and of the database, under load. */
  kills: 10,
  /** Processes replaced under load. */
  replacements: 4,
  /** Stops of a server behind a proxy, for each number of workers. */
  stops: 3,
  /** Pairs of a signal and its recipient by which workers are stopped. */
  workerStops: 4,
  /** Steps of 30 seconds in which keys rotate under load. */
  rotationSteps: 160,
  /** Metadata documents with hostile key sets. */
  hostileDocuments: 60,
  /** Issuances of the soak. */
  issuances: 2_000,
  /** Lives of a key schedule, and of a refresh family on each engine: fewer would not meet every outcome. */
  keyLives: 10,
  familyLives: 25,
  /** Keys made by the key rings of simulated processes, on each engine. */
  keys: 50,
};

const SIZES = {
  /** Of `npm test`: a fifth. */
  test: {
    ...PROVE,
    races: 10,
    endings: 3,
    starts: 1,
    kills: 2,
    replacements: 1,
    stops: 1,
    workerStops: 1,
    rotationSteps: 32,
    hostileDocuments: 12,
    issuances: 400,
    keys: 10,
  },
  prove: PROVE,
  /** Of `npm run prove -- --full`. */
  full: { ...PROVE, races: 1_000, kills: 200, hostileDocuments: 300, keyLives: 1_000, familyLives: 1_000, keys: 1_000 },
} satisfies Record<string, typeof PROVE>;

/** How large the proofs of this run are. `prove.mjs` alone sets the variable. */
export const isFull = process.env['PROOFS'] === 'full';
export const SIZE = SIZES[(process.env['PROOFS'] ?? 'test') as keyof typeof SIZES];
