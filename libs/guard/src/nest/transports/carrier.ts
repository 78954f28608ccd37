import type { ExecutionContext } from '@nestjs/common';

import type { VerifiedAccessToken } from '../../verify/token/verified-access-token.ts';
import { REQUEST_TOKEN } from '../guard.tokens.ts';
import { subscriptionOf, requestOfGraphql } from './graphql-request.ts';
import { isHttp } from './http.transport.ts';

/** What lives as long as a call, or the socket of it, and so holds its token. */
interface Carrier {
  /** Null: the guard let the call in without one. */
  [REQUEST_TOKEN]?: VerifiedAccessToken | null;
  readonly user?: VerifiedAccessToken;
}

/** Keeps a call's verified token for its handler; null for none. */
export function holdToken(context: ExecutionContext, token: VerifiedAccessToken | null): void {
  const carrier = carrierOf(context);
  if (carrier) carrier[REQUEST_TOKEN] = token;
}

/** The token that was held for a call; null where it needed none, undefined where the guard did not run. */
export function heldToken(context: ExecutionContext): VerifiedAccessToken | null | undefined {
  return carrierOf(context)?.[REQUEST_TOKEN];
}

/** What a test that replaces the guard sets as `request.user`, if it may be a token; a message's sender can set its. */
export function standInToken(context: ExecutionContext): VerifiedAccessToken | undefined {
  if (context.getType<string>() !== 'graphql' && !isHttp(context)) return undefined;
  const user = carrierOf(context)?.user;
  return typeof user?.subject === 'string' && user.subject !== '' ? user : undefined;
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
    default:
      return context.getArgs<unknown[]>().find((part): part is Carrier => typeof part === 'object' && part !== null);
  }
}
