/** What processes cache and others may change. */
export const TOPICS = ['clients', 'keys'] as const;
export type Topic = (typeof TOPICS)[number];

/** Tables whose new rows are read as soon as they are committed. */
export const SIGNALLED_TABLES = ['revocations'] as const;
export type SignalledTable = (typeof SIGNALLED_TABLES)[number];

/** Versions by which caches are invalidated. */
export abstract class Changes {
  /**
   * A number that differs after every announced change, by any process. Read it before the rows that are cached
   * under it.
   */
  abstract versionOf(topic: Topic): Promise<number>;
}
