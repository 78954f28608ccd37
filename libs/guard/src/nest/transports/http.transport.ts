import type { ExecutionContext } from '@nestjs/common';
import type { HttpAdapterHost } from '@nestjs/core';

import type { VerifiedAccessToken } from '../../verify/token/verified-access-token.ts';
import type { BearerError } from '../bearer.error.ts';
import { REQUEST_TOKEN } from '../guard.tokens.ts';
import type { ProvenRequest } from '../possession.ts';
import type { Transport } from './transport.ts';

interface GuardedRequest extends ProvenRequest {
  user?: VerifiedAccessToken;
  [REQUEST_TOKEN]?: VerifiedAccessToken;
}

/** HTTP on Express and Fastify: the token is in `request.user` too. */
export class HttpTransport implements Transport {
  constructor(private readonly adapterHost: HttpAdapterHost) {}

  requestOf(context: ExecutionContext): GuardedRequest {
    return context.switchToHttp().getRequest<GuardedRequest>();
  }

  hold(context: ExecutionContext, token: VerifiedAccessToken): void {
    const request = this.requestOf(context);
    request.user = token;
    request[REQUEST_TOKEN] = token;
  }

  /** Sets the headers here, so that the host's exception filters need not know them. */
  refusalOf(error: BearerError, context: ExecutionContext): Error {
    const { httpAdapter } = this.adapterHost;
    const response: unknown = context.switchToHttp().getResponse();
    httpAdapter.setHeader(response, 'Cache-Control', 'no-store');
    if (error.challenge !== undefined) httpAdapter.setHeader(response, 'WWW-Authenticate', error.challenge);
    if (error.retryAfter !== undefined) httpAdapter.setHeader(response, 'Retry-After', String(error.retryAfter));
    return error;
  }
}
