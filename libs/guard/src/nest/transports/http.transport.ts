import type { ServerResponse } from 'node:http';

import type { ExecutionContext } from '@nestjs/common';
import type { HttpAdapterHost } from '@nestjs/core';

import type { VerifiedAccessToken } from '../../verify/token/verified-access-token.ts';
import type { BearerError } from '../bearer.error.ts';
import { REQUEST_TOKEN } from '../guard.tokens.ts';
import type { ProvenRequest } from '../possession.ts';
import type { OpenSockets } from '../sockets/open-sockets.ts';
import { SSE } from '../start/nest-metadata.ts';
import type { Transport } from './transport.ts';

interface GuardedRequest extends ProvenRequest {
  user?: VerifiedAccessToken;
  [REQUEST_TOKEN]?: VerifiedAccessToken;
}

/** HTTP on Express and Fastify: the token is in `request.user` too. An `@Sse()` response ends with its token. */
export class HttpTransport implements Transport {
  constructor(
    private readonly adapterHost: HttpAdapterHost,
    private readonly sockets: OpenSockets,
  ) {}

  requestOf(context: ExecutionContext): GuardedRequest {
    return isHttp(context) ? context.switchToHttp().getRequest<GuardedRequest>() : {};
  }

  hold(context: ExecutionContext, token: VerifiedAccessToken): void {
    const request = this.requestOf(context);
    request.user = token;
    request[REQUEST_TOKEN] = token;
    if (Reflect.hasOwnMetadata(SSE, context.getHandler())) this.keepStream(context, request, token);
  }

  /** With its connection, whose end Nest waits for: what the handler subscribed to would go on otherwise. */
  private keepStream(context: ExecutionContext, request: GuardedRequest, token: VerifiedAccessToken): void {
    const response = context.switchToHttp().getResponse<ServerResponse & { raw?: ServerResponse }>();
    const stream = response.raw ?? response;
    this.sockets.keep(stream, request, token, {
      close: () => stream.destroy(),
      onClosed: (listener) => stream.once('close', listener),
    });
  }

  /** Sets the headers here, so that the host's exception filters need not know them. */
  refusalOf(error: BearerError, context: ExecutionContext): Error {
    if (!isHttp(context)) return error;
    const { httpAdapter } = this.adapterHost;
    const response = context.switchToHttp().getResponse<unknown>();
    httpAdapter.setHeader(response, 'Cache-Control', 'no-store');
    if (error.challenge !== undefined) httpAdapter.setHeader(response, 'WWW-Authenticate', error.challenge);
    if (error.retryAfter !== undefined) httpAdapter.setHeader(response, 'Retry-After', String(error.retryAfter));
    return error;
  }
}

/** Messages of libraries that make handlers by Nest's ExternalContextCreator, and say no kind, have no response. */
export function isHttp(context: ExecutionContext): boolean {
  if (context.getType() !== 'http') return false;
  const response = context.switchToHttp().getResponse<{ header?: unknown } | null | undefined>();
  return typeof response?.header === 'function';
}
