import type { ApplicationConfig, ModulesContainer } from '@nestjs/core';

import type { GuardSettings } from '../nest/guard.settings.ts';
import { isGuardedGlobally } from '../nest/start/guarded.ts';
import { type Handler, handlersWith } from '../nest/start/handlers.ts';
import { HTTP_METHOD, RESOLVER, SSE } from '../nest/start/nest-metadata.ts';
import { unreachedOf } from '../nest/start/unreached.ts';

/** Throws an Error that names what passport, which does not see the route, would leave unchecked. */
export function assertNothingIsUnchecked(
  { policy }: GuardSettings,
  modules: ModulesContainer,
  config: ApplicationConfig,
): void {
  if (policy !== undefined) {
    throw new Error(
      "AuthGuard('consentry-bearer') cannot apply the option policy, as passport does not see the route: guard routes by " +
        'JwtBearerGuard and leave BearerStrategy out, or apply the policy in a guard of your own and omit the option.',
    );
  }
  if (isGuardedGlobally(config)) return;
  const routes = handlersWith(HTTP_METHOD, modules, 'controllers');
  const demanding = unreachedOf([...routes, ...handlersWith(RESOLVER, modules, 'providers')], false);
  assertNone(
    demanding,
    'does not check what these handlers demand of a token',
    'Put @UseGuards(JwtBearerGuard) on the class or the method.',
  );
  assertNone(
    unreachedOf(handlersWith(SSE, modules, 'controllers'), true),
    'does not end these @Sse() responses with their token',
    'Put @UseGuards(JwtBearerGuard) on the class or the method, or @Public() where no token is needed.',
  );
}

function assertNone(handlers: readonly Handler[], what: string, waysOut: string): void {
  if (handlers.length === 0) return;
  const names = handlers.map(({ target, name }) => `- ${target.name}.${name}`).join('\n');
  throw new Error(`AuthGuard('consentry-bearer') ${what}:\n${names}\n${waysOut}`);
}
