import type { LoggerService } from '@nestjs/common';
import pino, { type Logger } from 'pino';
import { helpOn } from '../../config/help-page';
import { LogOutput } from './log-output';

export const LOGGER = Symbol('Logger');

/** JSON lines to standard output. */
export function newLogger(): Logger {
  const output = new LogOutput((dropped) =>
    logger.warn({ dropped, help: helpOn('log-lines-dropped') }, 'lines were dropped: the log could not be written'),
  );
  const logger = pino({ base: null, formatters: { level: (level) => ({ level }) } }, output);
  return logger;
}

/** Puts Nest's warnings and errors into the same log. Errors of the start are also thrown, and reported then. */
export class NestLogger implements LoggerService {
  started = false;

  constructor(private readonly logger: Logger) {}

  log(): void {}

  error(message: unknown): void {
    if (this.started) this.logger.error(String(message));
  }

  warn(message: unknown): void {
    this.logger.warn(String(message));
  }
}
