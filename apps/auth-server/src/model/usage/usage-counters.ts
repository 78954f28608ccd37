import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { Logger } from 'pino';
import type { RegisteredClient } from '../clients/registered-client';
import { CLOCK, type Clock } from '../../platform/config/clock';
import { helpOn } from '../../platform/config/help-page';
import { LogThrottle } from '../../platform/http/server/log-throttle';
import { LOGGER } from '../../platform/http/server/logger';
import type { UsageKind } from './usage-kind';
import { type Counted, UsageRepository, hourOf } from './usage.repository';

/** Milliseconds. */
const TICK = 1_000;
const BETWEEN_WRITES = 30_000;

/** Counts in memory, each of a client, an hour and a kind: some 200 bytes. */
export const MOST_WAITING = 50_000;

const ROWS_PER_STATEMENT = 1_000;

/** Counts in memory, and adds to the rows every 30 seconds and at the stop (ADR 14). */
@Injectable()
export class UsageCounters implements OnApplicationBootstrap, OnApplicationShutdown {
  private waiting = new Map<string, Counted>();
  private writing: Promise<void> | undefined;
  private timer: NodeJS.Timeout | undefined;
  private writtenAt: number;
  private isFailing = false;
  private readonly dropped: LogThrottle;

  constructor(
    private readonly repository: UsageRepository,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.writtenAt = clock.elapsed();
    this.dropped = new LogThrottle(clock);
  }

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => this.tick(), TICK).unref();
  }

  /** After the last request, and before the database closes. */
  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.writing;
    await this.write();
    if (this.waiting.size > 0)
      this.logger.error(
        { rows: this.waiting.size, help: helpOn('usage-not-counted') },
        'usage counts were lost when the server stopped',
      );
  }

  /**
   * Counts a call of a developer's application. Of others nobody could read the counts, and anyone can register them.
   *
   * @param client `null`: none was found.
   */
  count(client: Pick<RegisteredClient, 'id' | 'accountId'> | null, kind: UsageKind): void {
    if (client === null || client.id === null || client.accountId === null) return;
    const hour = hourOf(this.clock.now());
    this.add({ id: `${hour}.${client.id}.${kind}`, clientId: client.id, hour, kind, calls: 1 });
  }

  /** Does not throw: what cannot be written waits for the next time. */
  write(): Promise<void> {
    this.writtenAt = this.clock.elapsed();
    this.writing ??= this.writeAll().finally(() => (this.writing = undefined));
    return this.writing;
  }

  private tick(): void {
    if (this.clock.elapsed() - this.writtenAt >= BETWEEN_WRITES) void this.write();
  }

  private async writeAll(): Promise<void> {
    const rows = [...this.waiting.values()];
    this.waiting = new Map();
    try {
      while (rows.length > 0) {
        await this.repository.add(rows.slice(0, ROWS_PER_STATEMENT));
        rows.splice(0, ROWS_PER_STATEMENT);
      }
      this.isFailing = false;
    } catch (error) {
      for (const row of rows) this.add(row);
      // Only the first of several failures in a row.
      if (!this.isFailing)
        this.logger.warn(
          { reason: String(error), help: helpOn('usage-not-counted') },
          'usage counts could not be written; they are kept and will be written later',
        );
      this.isFailing = true;
    }
  }

  private add(row: Counted): void {
    const known = this.waiting.get(row.id);
    if (known !== undefined) known.calls += row.calls;
    else if (this.waiting.size < MOST_WAITING) this.waiting.set(row.id, row);
    else this.drop();
  }

  private drop(): void {
    const dropped = this.dropped.count();
    if (dropped !== null)
      this.logger.warn(
        { dropped, help: helpOn('usage-not-counted') },
        'usage is not counted: too many counts wait to be written',
      );
  }
}
