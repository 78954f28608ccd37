import { Reflector } from '@nestjs/core';

import { OPTIONAL_METADATA } from '../guard.tokens.ts';

/**
 * Lets calls without an access token in too, on a route or all routes of a controller, for which `@AccessToken()` gives
 * undefined: for routes that take another sign-in instead, which a guard of yours checks. A token that is sent must be
 * good, with the route's scopes, whatever else came with it. What a method demands wins over its class's.
 * `reflector.getAllAndOverride(OptionalAccessToken, …)` tells your guard that it stands on a route.
 *
 * @example @OptionalAccessToken() @RequireScopes('notes:read') @Get() list(@AccessToken() token?: VerifiedAccessToken) { … }
 */
export const OptionalAccessToken = Reflector.createDecorator<void, true>({
  key: OPTIONAL_METADATA,
  transform: () => true,
});
