/** What processes cache and others may change. */
export type Topic = 'clients' | 'keys';

/** Versions by which caches are invalidated. */
export abstract class Changes {
  /**
   * A number that differs after every announced change, by any process. Read it before the rows that are cached
   * under it.
   */
  abstract versionOf(topic: Topic): Promise<number>;
}
