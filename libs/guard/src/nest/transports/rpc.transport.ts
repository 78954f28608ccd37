import type { ExecutionContext } from '@nestjs/common';

import type { VerifiedAccessToken } from '../../verify/token/verified-access-token.ts';
import type { BearerError } from '../bearer.error.ts';
import type { ProvenRequest } from '../possession.ts';
import { holdToken } from './carrier.ts';
import type { NestExceptions } from './nest-exceptions.ts';
import { errorFrame } from './refusal.ts';
import { authorizationOfMessage } from './rpc-authorization.ts';
import type { Transport } from './transport.ts';

/** Finds the access token of a message, or undefined. */
export type RpcTokenSource = (context: ExecutionContext) => string | undefined;

/** Messages and events of microservices: the token comes with each. */
export class RpcTransport implements Transport {
  constructor(
    private readonly tokenOf: RpcTokenSource | undefined,
    private readonly RpcException: NestExceptions['RpcException'],
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
