import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { randomUUID } from 'node:crypto';
import { type DestinationStream, type Logger, pino } from 'pino';
import type { Clock } from '../clock';

export const LOGGER = Symbol('LOGGER');

export function createLogger(clock: Clock, destination: DestinationStream = process.stdout): Logger {
  return pino({ base: { service: 'notes-api' }, timestamp: () => `,"time":${clock.now()}` }, destination);
}

/** One line per request, without headers, query and body: they contain tokens and notes. */
export function requestLog(logger: Logger, clock: Clock): RequestHandler {
  return (request: Request, response: Response, next: NextFunction) => {
    const began = clock.now();
    const { method, path } = request;
    const requestId = randomUUID();
    response.locals.requestId = requestId;
    response.setHeader('X-Request-Id', requestId);
    response.once('close', () => {
      const line = { requestId, method, path, status: response.statusCode, durationMs: clock.now() - began };
      if (response.writableFinished) logger.info(line, 'request');
      else logger.info({ ...line, aborted: true }, 'request');
    });
    next();
  };
}
