import type { SignalledTable } from './changes';

/** Tells that a table may have new rows. */
export abstract class Signals {
  /**
   * Calls `wake` soon after each commit, by any process, that may have added rows to the table; sometimes also without
   * one. Nothing runs while no one listens.
   *
   * @returns stops listening
   */
  abstract listen(table: SignalledTable, wake: () => void): () => void;
}
