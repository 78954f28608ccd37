import { SetMetadata } from '@nestjs/common';

import { DPOP_METADATA } from '../guard.tokens.ts';

/**
 * Refuses tokens that are not bound to a key on a route, or all routes of a controller, with a challenge of the scheme
 * DPoP (RFC 9449 §7.1). The option `dpop: 'required'` does so for all routes.
 *
 * @example @RequireDpop() @Post('payments') pay() { … }
 */
export const RequireDpop = () => SetMetadata(DPOP_METADATA, true);
