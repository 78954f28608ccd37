import type { JsonObject } from '../../verify/token/strict-json.ts';
import { POLICIES_METADATA } from '../guard.tokens.ts';
import { isPolicySource, type PolicySource } from './access-policy.ts';
import { addMetadata } from './add-metadata.ts';

/**
 * Requires that these policies allow a call, after the module's; those of class, method and repeated decorators add up. A
 * class must be a provider. Throws a TypeError for what is no policy.
 *
 * @example @UsePolicy(SameTenant) @Controller('notes')
 */
export function UsePolicy<Claims = JsonObject>(
  ...policies: [PolicySource<Claims>, ...PolicySource<Claims>[]]
): MethodDecorator & ClassDecorator {
  if (policies.length === 0 || !policies.every(isPolicySource)) {
    throw new TypeError('@UsePolicy() takes one or more classes or objects with decide()');
  }
  return addMetadata<readonly PolicySource[]>(POLICIES_METADATA, (before = []) => [
    ...before,
    ...(policies as PolicySource[]),
  ]);
}
