import 'reflect-metadata';

import { ApiSecurity } from '@nestjs/swagger';

import { routeDemandOf } from '../nest/access/route-demand.ts';
import { addRefusals } from './refusals.ts';

export interface ApiGuardedOptions {
  /** The security scheme's name in the document. Default: `oauth2`, as `addGuardSecurity` names it. */
  scheme?: string;
}

/** As @nestjs/common and this library mark a route, and one that is described. */
const PATH = 'path';
const DESCRIBED = 'consentry:described';

/**
 * Describes in the OpenAPI document what `@RequireScopes()` and the others on a method, or on a controller and each of its
 * own methods, say: the scopes, and the answers 401, 403 and 503. Where it stands among them does not matter.
 *
 * @example @ApiGuarded() @RequireScopes('notes:read') @Controller('notes') class NotesController { … }
 */
export function ApiGuarded({ scheme = 'oauth2' }: ApiGuardedOptions = {}): ClassDecorator & MethodDecorator {
  return (target: object, key?: string | symbol) => {
    const [prototype, keys] =
      key === undefined ? [(target as { prototype: object }).prototype, undefined] : [target, [key]];
    // Once this run ends all decorators of the class were applied, in whatever order they stand.
    queueMicrotask(() => {
      for (const name of keys ?? routesOf(prototype)) describe(prototype, name, scheme);
    });
  };
}

function routesOf(prototype: object): (string | symbol)[] {
  return Reflect.ownKeys(prototype).filter((key) => {
    const handler: unknown = Object.getOwnPropertyDescriptor(prototype, key)?.value;
    return typeof handler === 'function' && key !== 'constructor' && Reflect.hasMetadata(PATH, handler);
  });
}

function describe(prototype: object, key: string | symbol, scheme: string): void {
  const descriptor = Object.getOwnPropertyDescriptor(prototype, key)!;
  const handler = descriptor.value as object;
  if (Reflect.hasMetadata(DESCRIBED, handler)) return;
  Reflect.defineMetadata(DESCRIBED, true, handler);
  const { isPublic, isOptional, scopeGroups, policies } = routeDemandOf(prototype.constructor, handler);
  // An empty requirement: no security, whatever the document requires of all.
  if (isPublic || isOptional) ApiSecurity({})(prototype, key, descriptor);
  if (isPublic) return;
  for (const scopes of alternativesOf(scopeGroups)) ApiSecurity({ [scheme]: scopes })(prototype, key, descriptor);
  addRefusals(prototype, key, descriptor, scopeGroups.length + policies.length > 0);
}

/** Every way to have one scope of each group: in OpenAPI one of several requirements is enough. */
function alternativesOf(groups: readonly (readonly string[])[]): string[][] {
  const ways = groups.reduce<string[][]>(
    (sets, group) => sets.flatMap((set) => group.map((one) => [...set, one])),
    [[]],
  );
  return [...new Map(ways.map((way) => [...new Set(way)]).map((way) => [way.join(' '), way])).values()];
}
