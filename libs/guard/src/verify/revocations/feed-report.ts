import { describeFailure } from '../failure-text.ts';
import { UnusablePage } from './revocation-page.ts';

/** Nest's `Logger` is one. */
export interface ReportLogger {
  log(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

export interface FeedReportSettings {
  readonly uri: string;
  readonly onStale: 'accept' | 'reject';
  readonly logger: ReportLogger;
}

/** What operators are told of a feed: each trouble once, and its end. */
export class FeedReport {
  private lastReason = 'no answer';
  private told: string | undefined;
  private hasToldUnread = false;

  constructor(private readonly settings: FeedReportSettings) {}

  /** @param unread entries that this version of the library does not know. */
  success(unread: number): void {
    this.told = undefined;
    if (unread === 0 || this.hasToldUnread) return;
    this.hasToldUnread = true;
    this.settings.logger.warn(
      `${this.settings.uri} has ${unread} entries that this version of @consentry/guard cannot read: update it.`,
    );
  }

  failure(error: unknown, holdsSome: boolean, isServing: boolean): void {
    this.lastReason = describeFailure(error);
    if (this.told === this.lastReason) return;
    const { uri, logger } = this.settings;
    if (!isServing)
      logger.error(
        `Cannot read revocations from ${uri}: ${this.lastReason}. Guarded calls are answered with 503 until then.`,
      );
    else if (holdsSome && error instanceof UnusablePage) {
      logger.warn(
        `The answer of ${uri} is not used: ${this.lastReason}. Tokens known to be revoked are still refused.`,
      );
    } else return;
    this.told = this.lastReason;
  }

  none(): void {
    const { uri, logger } = this.settings;
    logger.log(
      `${uri} answers 404 and the metadata of the issuer names no revocations_uri: tokens are valid until they expire.`,
    );
  }

  stale(confirmedAgo: number): void {
    const { uri, onStale, logger } = this.settings;
    const then =
      onStale === 'reject' ? 'Guarded calls are answered with 503' : 'Tokens revoked since then are accepted';
    const ago = Math.round(confirmedAgo / 1_000);
    logger.warn(
      `No page of revocations came from ${uri} for ${ago} s (${this.lastReason}). ${then} until it answers again.`,
    );
  }

  fresh(): void {
    this.settings.logger.log(`${this.settings.uri} answers again.`);
  }

  newLog(dropped: boolean): void {
    const more = dropped ? ' The oldest of those were dropped, as there were too many restores.' : '';
    this.settings.logger.warn(
      `${this.settings.uri} has begun another log, as after a restore: the guard reads all of it, and still refuses what was revoked before.${more}`,
    );
  }
}
