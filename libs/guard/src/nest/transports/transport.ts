import type { ExecutionContext } from '@nestjs/common';

import type { VerifiedAccessToken } from '../../verify/token/verified-access-token.ts';
import type { BearerError } from '../bearer.error.ts';
import type { ProvenRequest } from '../possession.ts';

/** How calls of one kind (`http`, `graphql`, `ws`, `rpc`) bring a token, hold it for the handler, and are refused. */
export interface Transport {
  /** What carries the headers of the call. */
  requestOf(context: ExecutionContext): ProvenRequest;

  /** Keeps the verified token for `@AccessToken()`. */
  hold(context: ExecutionContext, token: VerifiedAccessToken): void;

  /** The exception to throw for a refusal. */
  refusalOf(error: BearerError, context: ExecutionContext): Error;
}
