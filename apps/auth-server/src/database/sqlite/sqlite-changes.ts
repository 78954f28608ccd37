import { Changes, type Topic } from '../changes';
import { all } from '../sql';
import type { Units } from '../units';

const SELECT = 'SELECT topic, version FROM changes';

type Versions = ReadonlyMap<string, number>;

/**
 * On SQLite the rows are read: it costs what asking whether the file has changed would. What was read counts for one
 * turn of the event loop, so that the requests that arrive together ask once: a sibling's change counts from the next
 * turn on, as does one of this process, whose answer leaves no earlier.
 */
export class SqliteChanges extends Changes {
  private read: Promise<Versions> | undefined;

  constructor(private readonly units: Units) {
    super();
  }

  override async versionOf(topic: Topic): Promise<number> {
    this.read ??= this.readForThisTurn();
    return (await this.read).get(topic) ?? 0;
  }

  private async readForThisTurn(): Promise<Versions> {
    setImmediate(() => (this.read = undefined));
    const rows = await this.units.read(() => all<{ topic: string; version: number }>(SELECT));
    return new Map(rows.map(({ topic, version }) => [topic, version]));
  }
}
