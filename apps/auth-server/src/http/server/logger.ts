import type { LoggerService } from '@nestjs/common';
import pino, { type Logger } from 'pino';

export const LOGGER = Symbol('Logger');

/** One JSON line an entry, to standard output; those of one turn of the event loop in one write. */
export function newLogger(): Logger {
  const output = pino.destination({ fd: 1, sync: true });
  let lines = '';
  const flush = () => {
    if (lines !== '') output.write(lines);
    lines = '';
  };
  process.on('exit', flush);
  const write = (line: string) => {
    if (lines === '') setImmediate(flush);
    lines += line;
  };
  return pino({ base: null, formatters: { level: (level) => ({ level }) } }, { write });
}

/**
 * Nest's own words in the same log. Its start-up chatter is left out, and its errors of that time too: they are thrown
 * as well, and said once to the operator.
 */
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
