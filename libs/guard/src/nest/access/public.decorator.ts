import { SetMetadata } from '@nestjs/common';

import { PUBLIC_METADATA } from '../guard.tokens.ts';

/**
 * Opens a route, or all routes of a controller, to calls without a token; a sent one is ignored. `@RequireScopes()` on
 * the same or a nearer level wins.
 *
 * @example @Public() @Get('health') health() { return 'ok'; }
 */
export const Public = () => SetMetadata(PUBLIC_METADATA, true);
