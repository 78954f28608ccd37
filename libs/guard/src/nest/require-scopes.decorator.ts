import 'reflect-metadata';

import { isScopeToken } from '../bearer/scope.ts';
import { SCOPES_METADATA } from './guard.tokens.ts';

/**
 * Asks for every one of these scopes on a route, or on all routes of a controller. They add up: those of the class,
 * of the method and of a repeated decorator must all be held. Throws a TypeError for what is no scope (RFC 6749 §3.3).
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
