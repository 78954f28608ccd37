import { Changes, type Topic } from '../changes';
import { type Unit, all, get } from '../sql';
import type { SqliteUnits } from './sqlite-units';

/** Differs after every commit of another connection to the file, not after its own. */
const FILE = 'PRAGMA data_version';
const SELECT = 'SELECT topic, version FROM changes';

type Versions = ReadonlyMap<string, number>;

/** The versions, with the file's and this process' own numbers at the time. */
interface Look {
  file: number;
  own: number;
  versions: Versions;
}

/**
 * Reads the versions' rows if another process has written to the file or this one has announced a change. The result
 * counts until the end of the event loop's turn, as the requests of this turn were sent before. After a batch it counts
 * for the batch's callers only: later requests may know of another process' change.
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
