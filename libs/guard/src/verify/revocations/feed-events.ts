import type { JsonObject } from '../token/compact-jws.ts';
import type { DocumentSchedule } from './document-schedule.ts';
import { isCount, parseEntries, type RevocationEntry } from './revocation-entry.ts';
import type { RevocationList } from './revocation-list.ts';

export interface FeedEventsSettings {
  readonly list: RevocationList;
  readonly documents: Pick<DocumentSchedule, 'ask'>;
  /** Milliseconds of the monotonic clock. */
  readonly elapsed: () => number;
  /** Called with entries that were added. */
  readonly onEntries: (entries: readonly RevocationEntry[]) => void;
}

/** Milliseconds within which a signed document is asked for. */
const AT_ONCE = 0;
const SOON = 200;

/** What the events of a stream mean. They are not signed, so they only add; all else is asked for as a document. */
export class FeedEvents {
  constructor(private readonly settings: FeedEventsSettings) {}

  /** @param data undefined of an event that is no JSON object: something was missed. */
  take(name: string, data: JsonObject | undefined): void {
    if (name === 'bye') return;
    const { documents } = this.settings;
    if (data === undefined) return documents.ask(SOON);
    if (name === 'hello') this.compare(data);
    else if (name === 'ended') this.add(data);
    else if (name === 'lifted' && !this.isHeld(data)) documents.ask(SOON);
  }

  private compare({ log, v }: JsonObject): void {
    const held = this.settings.list.log;
    if (log !== held?.id || v !== held?.version) this.settings.documents.ask(AT_ONCE);
  }

  private add({ log, v, entries: items }: JsonObject): void {
    const { list, documents, elapsed, onEntries } = this.settings;
    if (log !== list.log?.id) return documents.ask(AT_ONCE);
    const { entries, unread } = parseEntries(Array.isArray(items) ? items : [undefined]);
    list.addEvent({ log: String(log), version: isCount(v) ? v : 0, entries }, elapsed());
    onEntries(entries);
    if (unread > 0) documents.ask(SOON);
  }

  /** A signed document as new as this hint has what it says. */
  private isHeld({ log, v }: JsonObject): boolean {
    const held = this.settings.list.log;
    return log === held?.id && isCount(v) && v <= (held?.signed?.version ?? -1);
  }
}
