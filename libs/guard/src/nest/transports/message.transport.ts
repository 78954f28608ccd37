import type { ExecutionContext } from '@nestjs/common';

import { isPromise } from '../../verify/is-promise.ts';
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
    const authorization = this.tokenOf
      ? authorizationOfSource(this.tokenOf(context))
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

/** What the source itself does wrong is an Error; what else is no text was sent so, and is refused as malformed. */
function authorizationOfSource(token: unknown): unknown {
  if (typeof token === 'string') return `Bearer ${token}`;
  const isAsync = isPromise(token);
  if (!isAsync && !Buffer.isBuffer(token)) return token;
  if (isAsync) token.then(undefined, () => undefined);
  const what = isAsync ? 'Promise' : 'Buffer';
  throw new TypeError(`messageTokens gave a ${what}: it must return the token as a string, or undefined for none.`);
}
