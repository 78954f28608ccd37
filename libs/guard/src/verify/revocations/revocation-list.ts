import type { RevocationEntry } from './revocation-entry.ts';
import { RevocationLog } from './revocation-log.ts';
import type { JudgedToken } from './revocations.ts';
import type { Snapshot } from './snapshot.ts';

/** Logs from before restores that are kept. */
const MOST_OLD_LOGS = 4;

export interface RevocationListSettings {
  /** The issuer reads a restored database; `dropped`: too many older logs were kept. */
  readonly onNewLog: (dropped: boolean) => void;
  /** Tokens that were good may be refused now. */
  readonly onMore: () => void;
}

/**
 * All that an issuer took back, as far as is known here. Signed documents may do anything that the issuer may; an event
 * may only add to the present log.
 */
export class RevocationList {
  private changes = 0;
  private current: RevocationLog | undefined;
  private old: RevocationLog[] = [];
  /** The present one, then the older ones. */
  private logs: readonly RevocationLog[] = [];

  constructor(private readonly settings: RevocationListSettings) {}

  /** Another number whenever tokens that were good may be refused. */
  get version(): number {
    return this.changes;
  }

  get size(): number {
    return this.logs.reduce((size, log) => size + log.size, 0);
  }

  /** The present log, once a signed document named it. */
  get log(): RevocationLog | undefined {
    return this.current;
  }

  isRevoked(judged: JudgedToken): boolean {
    for (const log of this.logs) if (log.isRevoked(judged)) return true;
    return false;
  }

  isCompromised(kid: string): boolean {
    return this.logs.some((log) => log.hasKey(kid));
  }

  /** @param askedAt and `now`: milliseconds of the monotonic clock. Throws an Error where it may not follow what is held. */
  addDocument(document: Snapshot, askedAt: number, now: number): void {
    const log = this.logOf(document);
    assertFollows(document, log);
    const isOther = log !== this.current;
    if (isOther) this.makeCurrent(log);
    const isMore = log.add(document.entries, now);
    log.lift(document.entries, now);
    if (document.since === undefined) log.liftMissing(document.entries, document.version, askedAt);
    log.signed = { version: document.version, issuedAt: document.issuedAt, at: now };
    log.version = Math.max(log.version, document.version);
    if (isMore || isOther) this.change();
  }

  /** @returns whether the event belongs to the present log; else it adds nothing. */
  addEvent(event: { log: string; version: number; entries: readonly RevocationEntry[] }, now: number): boolean {
    const { current } = this;
    if (current === undefined || event.log !== current.id) return false;
    current.version = Math.max(current.version, event.version);
    if (current.add(event.entries, now)) this.change();
    return true;
  }

  /** Drops what expired before `now`, in epoch seconds. */
  purge(now: number): void {
    for (const log of this.logs) log.purge(now);
    this.old = this.old.filter(({ size }) => size > 0);
    this.track();
  }

  private logOf({ log, issuedAt }: Snapshot): RevocationLog {
    if (this.current?.id === log) return this.current;
    const old = this.old.find(({ id }) => id === log);
    // A log may come back, but not by an answer from the time before it went.
    if (old !== undefined && issuedAt <= (this.current?.signed?.issuedAt ?? 0)) {
      throw new Error('it is of a log that was replaced');
    }
    return old ?? new RevocationLog(log);
  }

  private makeCurrent(log: RevocationLog): void {
    const before = this.current;
    this.old = this.old.filter((one) => one !== log);
    this.current = log;
    log.resume();
    if (before !== undefined) {
      before.standDown();
      this.old.unshift(before);
      this.settings.onNewLog(this.old.length > MOST_OLD_LOGS);
      this.old.length = Math.min(this.old.length, MOST_OLD_LOGS);
    }
    this.track();
  }

  private change(): void {
    this.changes++;
    this.settings.onMore();
  }

  private track(): void {
    this.logs = this.current === undefined ? [] : [this.current, ...this.old];
  }
}

function assertFollows({ version, since }: Snapshot, { signed }: RevocationLog): void {
  if (signed !== undefined && version < signed.version) throw new Error('it is older than what is held');
  if (since !== undefined && since > (signed?.version ?? -1))
    throw new Error('it continues a version that is not held');
}
