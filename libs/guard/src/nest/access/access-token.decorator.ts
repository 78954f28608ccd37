import { createParamDecorator, type ExecutionContext } from '@nestjs/common';

import type { VerifiedAccessToken } from '../../verify/token/verified-access-token.ts';
import { heldToken, standInToken } from '../transports/carrier.ts';
import { routeDemandOf } from './route-demand.ts';

/**
 * Injects the call's `VerifiedAccessToken`, or a property of it, into a handler of any kind. Undefined for a call without
 * a token to an `@OptionalAccessToken()` route. On an unguarded or public route the call ends in an Error (500), so that
 * no handler runs without a caller. Where a test replaces the guard it is `request.user`, with a `subject`.
 *
 * @example @Get() list(@AccessToken('subject') account: string) { return this.notes.of(account); }
 */
export const AccessToken = createParamDecorator(
  (property: keyof VerifiedAccessToken | undefined, context: ExecutionContext) => {
    const token = tokenFor(context);
    return property === undefined ? token : token?.[property];
  },
);

function tokenFor(context: ExecutionContext): VerifiedAccessToken | undefined {
  const held = heldToken(context);
  if (held) return held;
  const { isPublic, isOptional } = routeDemandOf(context.getClass(), context.getHandler());
  if (held === null && isOptional) return undefined;
  const token = held === null || isPublic ? undefined : standInToken(context);
  if (token !== undefined) return token;
  throw new Error(
    '@AccessToken() is on a route that JwtBearerGuard did not check. Register the guard for it, or use ' +
      '@OptionalAccessToken() instead of @Public() if the token is optional. A test that replaces the guard sets ' +
      'request.user to a token with a subject.',
  );
}
