import type { SignalledTable } from '../changes';
import { Listeners } from '../listeners';
import { Signals } from '../signals';
import type { SqliteUnits } from './sqlite-units';

/** Differs after every commit of another connection to the file: 1 µs. */
const FILE = 'PRAGMA data_version';

/** Milliseconds between looks at what other processes commit. */
const LOOK = 50;

/** Units of this process wake at their commit; the file's version shows the commits of others. */
export class SqliteSignals extends Signals {
  private readonly listeners = new Listeners(LOOK, () => void this.look());
  private looking = false;
  private version: number | undefined;

  constructor(private readonly units: SqliteUnits) {
    super();
    units.onSignals = () => this.listeners.wakeAll();
  }

  override listen(table: SignalledTable, wake: () => void): () => void {
    return this.listeners.add(table, wake);
  }

  close(): void {
    this.listeners.stop();
  }

  /** An error means that the next look decides: the database may be away for a moment. */
  private async look(): Promise<void> {
    if (this.looking) return;
    this.looking = true;
    const row = await this.units.get<{ data_version: number }>(FILE).catch(() => undefined);
    this.looking = false;
    if (row === undefined || row.data_version === this.version) return;
    this.version = row.data_version;
    this.listeners.wakeAll();
  }
}
