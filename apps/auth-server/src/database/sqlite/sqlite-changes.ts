import { Changes, type Topic } from '../changes';
import { all } from '../sql';
import type { Units } from '../units';

const SELECT = 'SELECT topic, version FROM changes';

type Versions = ReadonlyMap<string, number>;

/**
 * On SQLite the rows are read: it costs what asking whether the file has changed would. What was read counts for those
 * who ask before the event loop goes on, as the writers of one batch do. Not for a whole turn of it: after them it hears
 * of requests that were sent later, when a sibling may have told its caller that something is no more.
 */
export class SqliteChanges extends Changes {
  private read: Promise<Versions> | undefined;

  constructor(private readonly units: Units) {
    super();
  }

  override async versionOf(topic: Topic): Promise<number> {
    this.read ??= this.readOnce();
    return (await this.read).get(topic) ?? 0;
  }

  private async readOnce(): Promise<Versions> {
    // From a promise that settled this comes once all have gone on that settled with it.
    process.nextTick(() => (this.read = undefined));
    const rows = await this.units.read(() => all<{ topic: string; version: number }>(SELECT));
    return new Map(rows.map(({ topic, version }) => [topic, version]));
  }
}
