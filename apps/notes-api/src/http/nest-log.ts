import type { LoggerService } from '@nestjs/common';
import type { Logger } from 'pino';

/** Warnings and errors of Nest and the guard, in our log format; other levels are dropped. */
export class NestLog implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(): void {}

  warn(message: unknown, context?: string): void {
    this.logger.warn({ context }, String(message));
  }

  error(message: unknown, ...rest: unknown[]): void {
    this.logger.error({ context: rest.at(-1) }, String(message));
  }
}
