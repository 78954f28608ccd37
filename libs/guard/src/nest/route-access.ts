import type { ExecutionContext } from '@nestjs/common';
import type { Reflector } from '@nestjs/core';

import { PUBLIC_METADATA, SCOPES_METADATA } from './guard.tokens.ts';

export interface RouteAccess {
  /** No token is needed. */
  readonly isPublic: boolean;
  /** The required scopes: the class's, then the method's. */
  readonly scopes: readonly string[];
}

/** A route's requirement. The method counts before its class, and on each level scopes win over `@Public()`. */
export function routeAccessOf(context: ExecutionContext, reflector: Reflector): RouteAccess {
  const levels = [context.getHandler(), context.getClass()].map((target) => ({
    isPublic: reflector.get<true | undefined>(PUBLIC_METADATA, target) === true,
    scopes: reflector.get<string[] | undefined>(SCOPES_METADATA, target) ?? [],
  }));
  const decisive = levels.find(({ isPublic, scopes }) => isPublic || scopes.length > 0);
  if (decisive?.isPublic && decisive.scopes.length === 0) return { isPublic: true, scopes: [] };
  return { isPublic: false, scopes: [...new Set(levels.reverse().flatMap(({ scopes }) => scopes))] };
}
