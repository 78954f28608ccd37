import { isDemanding, routeDemandOf } from '../access/route-demand.ts';
import { isGuarded } from './guarded.ts';
import type { Handler } from './handlers.ts';

/**
 * The handlers that nothing guards, though the application is guarded as a whole, or though they demand something of a
 * token. `@Public()` is a word too: it says that nothing is meant to guard them.
 */
export function unreachedOf(handlers: readonly Handler[], isGlobal: boolean): Handler[] {
  return handlers.filter((handler) => {
    if (isGuarded(handler)) return false;
    const demand = routeDemandOf(handler.target, handler.method);
    return isGlobal ? !demand.isPublic : isDemanding(demand);
  });
}

/** Throws an Error that names each handler and the ways out. */
export function assertReached(unreached: readonly Handler[], waysOut: string): void {
  if (unreached.length === 0) return;
  const names = unreached.map(({ target, name }) => `- ${target.name}.${name}`).join('\n');
  throw new Error(`JwtBearerGuard does not guard these handlers, so anyone could call them:\n${names}\n${waysOut}`);
}
