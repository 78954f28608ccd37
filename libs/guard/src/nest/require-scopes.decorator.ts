import 'reflect-metadata';

import { isScopeToken } from '../bearer/scope.ts';
import { SCOPES_METADATA } from './guard.tokens.ts';

/**
 * Requires all of these scopes on a route or controller; those of class, method and repeated decorators add up. Throws
 * a TypeError for an invalid scope (RFC 6749 §3.3).
 *
 * @example @RequireScopes('notes:read') @Get() list(@AccessToken() token: VerifiedAccessToken) { … }
 */
export function RequireScopes(...scopes: [string, ...string[]]): MethodDecorator & ClassDecorator {
  const wrong = scopes.find((scope) => !isScopeToken(scope));
  if (scopes.length === 0 || wrong !== undefined) {
    throw new TypeError(`@RequireScopes() takes one or more scopes, got ${JSON.stringify(wrong) ?? 'none'}`);
  }
  return (target: object, _key?: string | symbol, descriptor?: PropertyDescriptor) => {
    const holder = (descriptor?.value ?? target) as object;
    const before = (Reflect.getMetadata(SCOPES_METADATA, holder) ?? []) as string[];
    Reflect.defineMetadata(SCOPES_METADATA, [...new Set([...before, ...scopes])], holder);
  };
}
