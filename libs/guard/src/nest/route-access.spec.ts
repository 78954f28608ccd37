import type { ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';

import { Public } from './public.decorator.ts';
import { RequireScopes } from './require-scopes.decorator.ts';
import { routeAccessOf } from './route-access.ts';

class Plain {
  plain() {}
  @Public() open() {}
  @RequireScopes('a') scoped() {}
  @RequireScopes('b') @RequireScopes('a') twice() {}
  @Public() @RequireScopes('a') both() {}
}

@RequireScopes('x')
class Scoped {
  plain() {}
  @Public() open() {}
  @RequireScopes('a', 'x') scoped() {}
}

@Public()
class Open {
  plain() {}
  @RequireScopes('a') scoped() {}
}

@Public()
@RequireScopes('x')
class Both {
  plain() {}
}

class Inherits extends Scoped {
  own() {}
}

const access = (type: { prototype: object }, method: string) => {
  const getHandler = () => (type.prototype as Record<string, unknown>)[method];
  return routeAccessOf({ getHandler, getClass: () => type } as unknown as ExecutionContext, new Reflector());
};

describe('routeAccessOf', () => {
  it.each<[{ prototype: object; name: string }, string, boolean, string[]]>([
    [Plain, 'plain', false, []],
    [Plain, 'open', true, []],
    [Plain, 'scoped', false, ['a']],
    [Plain, 'twice', false, ['a', 'b']],
    [Plain, 'both', false, ['a']],
    [Scoped, 'plain', false, ['x']],
    [Scoped, 'open', true, []],
    [Scoped, 'scoped', false, ['x', 'a']],
    [Open, 'plain', true, []],
    [Open, 'scoped', false, ['a']],
    [Both, 'plain', false, ['x']],
    [Inherits, 'own', false, ['x']],
  ])('%p %s: public %s, scopes %j', (type, method, isPublic, scopes) => {
    expect(access(type, method)).toEqual({ isPublic, scopes });
  });
});

describe('@RequireScopes()', () => {
  it.each([[''], ['a b'], ['a"b'], ['ä']])('takes no %j', (scope) => {
    expect(() => RequireScopes('a', scope)).toThrow(TypeError);
  });

  it('takes one at least', () => {
    expect(() => RequireScopes(...([] as unknown as ['a']))).toThrow('one or more scopes, got none');
  });
});
