import { RevocationLog } from './revocation-log.ts';
import type { RevocationPage } from './revocation-page.ts';
import type { JudgedToken } from './revocations.ts';

/** Logs from before restores that are kept. */
const MOST_OLD_LOGS = 4;

export interface RevocationListSettings {
  /** The issuer reads a restored database; `dropped`: too many older logs were kept. */
  readonly onNewLog: (dropped: boolean) => void;
  /** Tokens may be judged otherwise now. */
  readonly onMore: () => void;
}

/** All that an issuer took back, as far as is known here. */
export class RevocationList {
  private changes = 0;
  private current: RevocationLog | undefined;
  private old: RevocationLog[] = [];
  /** The present one, then the older ones. */
  private logs: readonly RevocationLog[] = [];

  constructor(private readonly settings: RevocationListSettings) {}

  /** Another number whenever tokens may be judged otherwise. */
  get version(): number {
    return this.changes;
  }

  get size(): number {
    return this.logs.reduce((size, log) => size + log.size, 0);
  }

  /** The present log, once a page named it. */
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

  /** Adds the entries of a page. Returns whether it brought anything. Throws an Error where its log was replaced. */
  add(page: Pick<RevocationPage, 'log' | 'issuedAt' | 'entries'>): boolean {
    const log = this.logOf(page);
    const isOther = log !== this.current;
    if (isOther) this.makeCurrent(log);
    log.issuedAt = Math.max(log.issuedAt, page.issuedAt);
    const isMore = log.add(page.entries);
    if (isMore || isOther) this.change();
    return isMore || isOther;
  }

  /** Drops what expired before `now`, in epoch seconds. */
  purge(now: number): void {
    for (const log of this.logs) log.purge(now);
    this.old = this.old.filter(({ size }) => size > 0);
    this.track();
  }

  private logOf({ log, issuedAt }: Pick<RevocationPage, 'log' | 'issuedAt'>): RevocationLog {
    if (this.current?.id === log) return this.current;
    const old = this.old.find(({ id }) => id === log);
    // A log may come back, but not by an answer from the time before it went.
    if (old !== undefined && issuedAt <= (this.current?.issuedAt ?? 0)) {
      throw new Error('it belongs to a log that was replaced');
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
