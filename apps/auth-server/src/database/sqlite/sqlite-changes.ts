import { Changes, type Topic } from '../changes';
import { type Unit, all, get } from '../sql';
import type { SqliteUnits } from './sqlite-units';

/** Another number after every commit of another connection to the file, and after none of its own. */
const FILE = 'PRAGMA data_version';
const SELECT = 'SELECT topic, version FROM changes';

type Versions = ReadonlyMap<string, number>;

/** What was read, and when: of the file, and of this process' own announcements. */
interface Look {
  file: number;
  own: number;
  versions: Versions;
}

/**
 * On SQLite the file is asked whether somebody else has written, and the rows are read where that is so, or this process
 * has announced a change. An answer counts until the end of the event loop's turn: the requests that it has heard of were
 * sent before. After a batch, which comes later in the turn, it counts for the batch's writers alone: of the next requests
 * the loop hears in the turn that follows, when a sibling may have told a caller that something is no more.
 */
export class SqliteChanges extends Changes {
  private asking: Promise<Versions> | undefined;
  private last: Look = { file: NaN, own: NaN, versions: new Map() };

  constructor(private readonly units: SqliteUnits) {
    super();
  }

  override async versionOf(topic: Topic): Promise<number> {
    this.asking ??= this.ask();
    return (await this.asking).get(topic) ?? 0;
  }

  private async ask(): Promise<Versions> {
    const { last, units } = this;
    const forget = () => (this.asking = undefined);
    if (units.isAcknowledging) process.nextTick(forget);
    else setImmediate(forget);
    const own = units.announcements;
    this.last = await units.read(() => look(last, own));
    return this.last.versions;
  }
}

function* look(last: Look, own: number): Unit<Look> {
  const { data_version: file = NaN } = (yield* get<{ data_version: number }>(FILE)) ?? {};
  if (file === last.file && own === last.own) return last;
  const rows = yield* all<{ topic: string; version: number }>(SELECT);
  return { file, own, versions: new Map(rows.map(({ topic, version }) => [topic, version])) };
}
