import type { ExecutionContext } from '@nestjs/common';

import type { VerifiedAccessToken } from '../../verify/token/verified-access-token.ts';
import { REQUEST_TOKEN } from '../guard.tokens.ts';
import { subscriptionOf, requestOfGraphql } from './graphql-request.ts';

/** What lives as long as a call, or the socket of it, and so holds its token. */
interface Carrier {
  [REQUEST_TOKEN]?: VerifiedAccessToken;
}

/** Keeps a call's verified token for its handler. */
export function holdToken(context: ExecutionContext, token: VerifiedAccessToken): void {
  const carrier = carrierOf(context);
  if (carrier) carrier[REQUEST_TOKEN] = token;
}

/** The token that was held for a call, or undefined. */
export function heldToken(context: ExecutionContext): VerifiedAccessToken | undefined {
  return carrierOf(context)?.[REQUEST_TOKEN];
}

function carrierOf(context: ExecutionContext): Carrier | undefined {
  switch (context.getType<string>()) {
    case 'graphql': {
      const shared: unknown = context.getArgByIndex(2);
      return (subscriptionOf(shared)?.extra ?? requestOfGraphql(shared)) as Carrier | undefined;
    }
    case 'ws':
      return context.switchToWs().getClient<Carrier>();
    case 'rpc':
      return context.switchToRpc().getContext<Carrier | undefined>();
    case 'http':
      return context.switchToHttp().getRequest<Carrier>();
    default:
      return context.getArgs<unknown[]>().find((part): part is Carrier => typeof part === 'object' && part !== null);
  }
}
