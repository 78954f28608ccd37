import { createParamDecorator, type ExecutionContext } from '@nestjs/common';

import type { VerifiedAccessToken } from '../../verify/token/verified-access-token.ts';
import { heldToken } from '../transports/carrier.ts';

/**
 * Injects the call's `VerifiedAccessToken` into a handler. On an unguarded or public route the call ends in an Error
 * (500), so that no handler runs without a caller. In resolvers, gateways and message handlers likewise.
 *
 * @example @Get() list(@AccessToken() token: VerifiedAccessToken) { return this.notes.of(token.subject); }
 */
export const AccessToken = createParamDecorator((_: unknown, context: ExecutionContext): VerifiedAccessToken => {
  const token = heldToken(context);
  if (!token) throw new Error('@AccessToken() stands on a route that JwtBearerGuard did not check');
  return token;
});
