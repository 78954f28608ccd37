import type { ApplicationConfig } from '@nestjs/core';

import { GUARD_BRAND } from '../guard.tokens.ts';
import type { Handler } from './handlers.ts';
import { GUARDS } from './nest-metadata.ts';

/** A guard of `@UseGuards()` or a global one: `JwtBearerGuard`, a class that extends it, or an instance of either. */
export function isJwtBearerGuard(guard: unknown): boolean {
  if (typeof guard === 'function') return GUARD_BRAND in guard;
  return typeof guard === 'object' && guard !== null && GUARD_BRAND in guard.constructor;
}

/** The guards of `@UseGuards()` on a class or a method that are this library's. */
export function guardsOn(holder: object): unknown[] {
  const guards = (Reflect.getMetadata(GUARDS, holder) ?? []) as unknown[];
  return guards.filter(isJwtBearerGuard);
}

/** Whether `@UseGuards(JwtBearerGuard)` stands on a method or its class. */
export function isGuarded({ target, method }: Handler): boolean {
  return [target, method].some((holder) => guardsOn(holder).length > 0);
}

/** Whether the application is guarded as a whole, by `APP_GUARD` or `useGlobalGuards()`. */
export function isGuardedGlobally(config: ApplicationConfig): boolean {
  const scoped = config.getGlobalRequestGuards().map(({ metatype }) => metatype);
  return [...config.getGlobalGuards(), ...scoped].some(isJwtBearerGuard);
}
