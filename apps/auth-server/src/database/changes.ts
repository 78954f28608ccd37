/** What processes keep in memory and others may change. */
export type Topic = 'clients' | 'keys';

/** Tells caches whether what they hold may still be used. */
export abstract class Changes {
  /**
   * A number that is another one after every change that was announced, whichever process made it. Ask before you
   * look up what you keep under it.
   */
  abstract versionOf(topic: Topic): Promise<number>;
}
