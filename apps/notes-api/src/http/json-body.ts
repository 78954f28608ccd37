import { BadRequestException, HttpException, UnsupportedMediaTypeException } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, Response } from 'express';
import { isUtf8 } from 'node:buffer';

const LIMIT_BYTES = 100 * 1024;

/** Bodies are JSON (else 415) of at most 100 KB (else 413). */
export function useJsonBody(app: NestExpressApplication): void {
  app.use(requireJson);
  app.useBodyParser('json', { limit: LIMIT_BYTES, verify: requireUtf8 });
  app.use(inOurWords);
}

function requireJson(request: Request, _response: Response, next: NextFunction): void {
  const isJson = /^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? '');
  // Only POST has a body here.
  if (request.method !== 'POST' || isJson) return next();
  next(new UnsupportedMediaTypeException('The body must be application/json.'));
}

/** Invalid UTF-8 would be stored as U+FFFD without an error. */
function requireUtf8(_request: unknown, _response: unknown, body: Buffer): void {
  if (!isUtf8(body)) throw new BadRequestException('The body is not valid UTF-8.');
}

const IN_OUR_WORDS: Record<number, string> = {
  400: 'The body is not valid JSON.',
  413: 'The body is larger than 100 KB.',
  415: 'The body must be JSON in UTF-8.',
};

/** The parser's messages repeat part of the body. Express recognises an error handler by its four parameters. */
function inOurWords(error: unknown, _request: Request, _response: Response, next: NextFunction): void {
  const { status = 500 } = error as { status?: number };
  if (error instanceof HttpException || status >= 500) return next(error);
  next(new HttpException(IN_OUR_WORDS[status] ?? 'The body cannot be read.', status));
}
