import type { SignalledTable } from '../changes';
import { Listeners } from '../listeners';
import { Signals } from '../signals';

/** Milliseconds between looks without a notification: one may be lost with its connection. */
const LOOK = 1_500;

/** NOTIFY wakes; {@link PostgresChanges} has the connection that hears it. */
export class PostgresSignals extends Signals {
  private readonly listeners = new Listeners(LOOK, () => this.wakeAll());

  override listen(table: SignalledTable, wake: () => void): () => void {
    return this.listeners.add(table, wake);
  }

  wake(table: SignalledTable): void {
    this.listeners.wake(table);
  }

  wakeAll(): void {
    this.listeners.wakeAll();
  }

  close(): void {
    this.listeners.stop();
  }
}
