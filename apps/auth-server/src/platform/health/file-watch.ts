import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { getDataSourceToken } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import type { Database } from '../database/open-database';
import type { SqliteDataSource } from '../database/sqlite/sqlite-data-source';
import { LOGGER } from '../http/server/logger';
import { helpOn } from '../config/help-page';

/** Milliseconds between checks: writes in between may be lost. */
const PULSE = 1_000;

const NOT_IN_PLACE =
  'the database file is not where it was opened: it was moved, replaced or deleted. All calls are refused until it is ' +
  'back; to use another file, restart the server';

/** Logs when the SQLite file is moved, replaced or deleted, and when it is back (ADR 15). */
@Injectable()
export class FileWatch implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  private wasInPlace = true;

  constructor(
    @Inject(getDataSourceToken()) private readonly database: Database,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    const { database } = this;
    if ('checkFile' in database) this.timer = setInterval(() => this.look(database), PULSE).unref();
  }

  beforeApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  private look(database: SqliteDataSource): void {
    const isInPlace = database.checkFile();
    if (isInPlace === this.wasInPlace) return;
    this.wasInPlace = isInPlace;
    const { file } = database;
    if (isInPlace) this.logger.info({ file }, 'the database file is back');
    else this.logger.error({ file, help: helpOn('database-file-moved') }, NOT_IN_PLACE);
  }
}
