import { Changes, type Topic } from '../changes';
import { get } from '../sql';
import type { Units } from '../units';

const SELECT = 'SELECT version FROM changes WHERE topic = ?';

/** On SQLite the row itself is read, each time: it costs what asking whether the file has changed would. */
export class SqliteChanges extends Changes {
  constructor(private readonly units: Units) {
    super();
  }

  override async versionOf(topic: Topic): Promise<number> {
    const row = await this.units.read(() => get<{ version: number }>(SELECT, topic));
    return row?.version ?? 0;
  }
}
