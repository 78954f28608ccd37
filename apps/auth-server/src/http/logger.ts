import type { LoggerService } from '@nestjs/common';
import pino, { type Logger } from 'pino';

export const LOGGER = Symbol('Logger');

/** One JSON line an entry, to standard output, written at once: a crash loses none. */
export const newLogger = (): Logger =>
  pino({ base: null, formatters: { level: (level) => ({ level }) } }, pino.destination({ fd: 1, sync: true }));

/** Nest's own words in the same log; its start-up chatter is left out. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(): void {}

  error(message: unknown): void {
    this.logger.error(String(message));
  }

  warn(message: unknown): void {
    this.logger.warn(String(message));
  }
}
