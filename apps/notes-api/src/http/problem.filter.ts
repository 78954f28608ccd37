import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Inject } from '@nestjs/common';
import type { Response } from 'express';
import type { Logger } from 'pino';
import { isDatabaseUnavailable } from '../database/database-unavailable';
import { createProblem, InvalidFieldsException, type Problem } from './problem';
import { LOGGER } from './request-log';

/** Turns every error into a problem document; internal causes reach only the log. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  constructor(@Inject(LOGGER) private readonly logger: Logger) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const response = host.switchToHttp().getResponse<Response>();
    const problem = toProblem(error);
    if (problem.status >= 500) this.log(error, String(response.locals.requestId));
    if (response.headersSent) return void response.end();
    if (problem.status === 503 && !response.hasHeader('Retry-After')) response.setHeader('Retry-After', '1');
    response.status(problem.status).type('application/problem+json').send(JSON.stringify(problem));
  }

  /** Picks fields by name: TypeORM's errors also contain the query's parameters, which are people's notes. */
  private log(error: unknown, requestId: string): void {
    const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
    this.logger.error({ requestId, error: { name, message, stack } }, 'request failed');
  }
}

function toProblem(error: unknown): Problem {
  if (error instanceof InvalidFieldsException) return createProblem(400, error.message, error.errors);
  if (error instanceof HttpException) return createProblem(error.getStatus(), error.message);
  if (isDatabaseUnavailable(error)) return createProblem(503, 'The notes are unavailable right now.');
  return createProblem(500);
}
