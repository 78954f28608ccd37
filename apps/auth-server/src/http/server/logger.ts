import type { LoggerService } from '@nestjs/common';
import pino, { type Logger } from 'pino';

export const LOGGER = Symbol('Logger');

/** JSON lines to standard output, one write per turn of the event loop. */
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
