import type { ExecutionContext } from '@nestjs/common';

import type { VerifiedAccessToken } from '../../verify/token/verified-access-token.ts';
import type { BearerError } from '../bearer.error.ts';
import type { ProvenRequest } from '../possession.ts';
import { holdToken } from './carrier.ts';
import { authorizationOfMessage } from './message-authorization.ts';
import type { NestExceptions } from './nest-exceptions.ts';
import { errorFrame } from './refusal.ts';
import type { Transport } from './transport.ts';

/** Finds the access token of a message, without `Bearer`, or undefined. */
export type MessageTokenSource = (context: ExecutionContext) => string | undefined;

/** Messages and events of microservices and of other libraries: the token comes with each. */
export class MessageTransport implements Transport {
  constructor(
    private readonly tokenOf: MessageTokenSource | undefined,
    private readonly RpcException?: NestExceptions['RpcException'],
  ) {}

  requestOf(context: ExecutionContext): ProvenRequest {
    const token = this.tokenOf?.(context);
    const authorization = this.tokenOf
      ? typeof token === 'string' && `Bearer ${token}`
      : authorizationOfMessage(context.switchToRpc().getContext());
    return { headers: { authorization } };
  }

  hold(context: ExecutionContext, token: VerifiedAccessToken): void {
    holdToken(context, token);
  }

  refusalOf(error: BearerError): Error {
    return this.RpcException ? Object.assign(new this.RpcException(errorFrame(error)), { cause: error }) : error;
  }
}
