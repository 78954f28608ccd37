import { HttpException, Logger } from '@nestjs/common';

import { type BearerError, isBearerError } from '../bearer.error.ts';
import { errorFrame } from '../transports/refusal.ts';

/** The answer to a handshake, which is an HTTP request. */
export interface HandshakeRefusal {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | object;
  /** For socket.io, which answers by an event. */
  readonly frame: { readonly status: 'error'; readonly message: string };
}

/** Spells what a guard threw: its own refusal, a host's HttpException, or an error that only the log sees. */
export function refusedHandshake(error: unknown): HandshakeRefusal {
  const refusal = bearerErrorOf(error);
  if (refusal !== undefined) return bearerRefusal(refusal);
  if (error instanceof HttpException) {
    const frame = { status: 'error' as const, message: error.message };
    return { status: error.getStatus(), headers: {}, body: error.getResponse(), frame };
  }
  new Logger('JwtBearerGuard').error(error);
  const message = 'Internal server error';
  return { status: 500, headers: {}, body: { statusCode: 500, message }, frame: { status: 'error', message } };
}

function bearerErrorOf(error: unknown): BearerError | undefined {
  return [error, (error as Error | undefined)?.cause].find(isBearerError);
}

function bearerRefusal(error: BearerError): HandshakeRefusal {
  const headers: Record<string, string> = { 'Cache-Control': 'no-store' };
  if (error.challenge !== undefined) headers['WWW-Authenticate'] = error.challenge;
  if (error.retryAfter !== undefined) headers['Retry-After'] = String(error.retryAfter);
  return { status: error.getStatus(), headers, body: error.getResponse(), frame: errorFrame(error) };
}
