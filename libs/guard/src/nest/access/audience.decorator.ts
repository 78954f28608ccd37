import { SetMetadata } from '@nestjs/common';

import { AUDIENCE_METADATA } from '../guard.tokens.ts';

/**
 * The audience that tokens must name on a route or controller, instead of the module's; of several, one. A method's
 * replaces its class's. Throws a TypeError for an empty one.
 *
 * @example @Audience('https://admin.example.com') @Controller('admin')
 */
export function Audience(...audiences: [string, ...string[]]): MethodDecorator & ClassDecorator {
  const isText = (audience: unknown) => typeof audience === 'string' && audience !== '';
  if (audiences.length === 0 || !audiences.every(isText)) {
    throw new TypeError(`@Audience() takes one or more audiences, got ${JSON.stringify(audiences)}`);
  }
  return SetMetadata(AUDIENCE_METADATA, audiences);
}
