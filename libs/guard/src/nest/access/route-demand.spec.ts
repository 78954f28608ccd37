import { Audience } from './audience.decorator.ts';
import { OptionalAccessToken } from './optional-access-token.decorator.ts';
import { Public } from './public.decorator.ts';
import { RequireAuthentication } from './require-authentication.decorator.ts';
import { RequireDpop } from './require-dpop.decorator.ts';
import { RequireAnyScope, RequireScopes } from './require-scopes.decorator.ts';
import { routeDemandOf } from './route-demand.ts';
import { UsePolicy } from './use-policy.decorator.ts';

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

@OptionalAccessToken()
class Optional {
  plain() {}
  @Public() open() {}
  @RequireScopes('a') scoped() {}
  @OptionalAccessToken() @RequireScopes('a') own() {}
}

@Public()
class OpenButOne {
  @OptionalAccessToken() optional() {}
  @Public() @OptionalAccessToken() both() {}
}

class Inherits extends Scoped {
  own() {}
}

const demand = (type: { prototype: object }, method: string) =>
  routeDemandOf(type, (type.prototype as Record<string, object>)[method]!);

describe('routeDemandOf', () => {
  it.each<[{ prototype: object; name: string }, string, boolean, boolean]>([
    [Plain, 'plain', false, false],
    [Optional, 'plain', false, true],
    [Optional, 'open', true, false],
    [Optional, 'scoped', false, false],
    [Optional, 'own', false, true],
    [OpenButOne, 'optional', false, true],
    [OpenButOne, 'both', false, true],
  ])('%p %s: public %s, optional %s', (type, method, isPublic, isOptional) => {
    expect(demand(type, method)).toMatchObject({ isPublic, isOptional });
  });

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
    const scopeGroups = scopes.map((scope) => [scope]);
    expect(demand(type, method)).toMatchObject({ isPublic, scopeGroups });
  });

  it('adds the scopes up of which one is needed', () => {
    @RequireAnyScope('a', 'b')
    class Any {
      @RequireAnyScope('c', 'd') @RequireScopes('e') one() {}
      @RequireAnyScope('a', 'b') same() {}
    }
    expect(demand(Any, 'one').scopeGroups).toEqual([['a', 'b'], ['e'], ['c', 'd']]);
    expect(demand(Any, 'same').scopeGroups).toEqual([['a', 'b']]);
  });

  it("takes the method's audience before its class's", () => {
    @Audience('https://a.example')
    class Named {
      plain() {}
      @Audience('https://b.example', 'https://c.example') own() {}
    }
    expect(demand(Named, 'plain').audiences).toEqual(['https://a.example']);
    expect(demand(Named, 'own').audiences).toEqual(['https://b.example', 'https://c.example']);
  });

  it('takes the shorter maxAge and the nearer acr', () => {
    @RequireAuthentication({ maxAge: 300, acr: ['a'] })
    class Strict {
      plain() {}
      @RequireAuthentication({ maxAge: 600, acr: ['b', 'c'] }) looser() {}
      @RequireAuthentication({ maxAge: 60 }) shorter() {}
    }
    expect(demand(Strict, 'plain').authentication).toEqual({ maxAge: 300, acr: ['a'] });
    expect(demand(Strict, 'looser').authentication).toEqual({ maxAge: 300, acr: ['b', 'c'] });
    expect(demand(Strict, 'shorter').authentication).toEqual({ maxAge: 60, acr: ['a'] });
    expect(demand(Plain, 'plain').authentication).toBeUndefined();
  });

  it('needs a bound token where class or method says so', () => {
    @RequireDpop()
    class Bound {
      plain() {}
      @Public() open() {}
    }
    class Mixed {
      plain() {}
      @RequireDpop() bound() {}
    }
    const needs = (type: { prototype: object }, method: string) => demand(type, method).needsDpop;
    expect([needs(Bound, 'plain'), needs(Bound, 'open')]).toEqual([true, false]);
    expect([needs(Mixed, 'bound'), needs(Mixed, 'plain')]).toEqual([true, false]);
  });

  it('adds policies up', () => {
    const [first, second] = [{ decide: () => true }, { decide: () => true }];
    @UsePolicy(first)
    class Ruled {
      @UsePolicy(second) both() {}
    }
    expect(demand(Ruled, 'both').policies).toEqual([first, second]);
  });

  it.each([
    ['@Audience()', Audience('https://a.example')],
    ['@RequireAuthentication()', RequireAuthentication({ maxAge: 300 })],
    ['@RequireAnyScope()', RequireAnyScope('a')],
    ['@RequireDpop()', RequireDpop()],
    ['@UsePolicy()', UsePolicy({ decide: () => true })],
  ])('guards what has %s, on a public class or beside @Public()', (_, decorator: MethodDecorator) => {
    @Public()
    class Mostly {
      plain() {}
      @decorator guarded() {}
      @Public() @decorator both() {}
    }
    expect(demand(Mostly, 'plain').isPublic).toBe(true);
    expect(demand(Mostly, 'guarded').isPublic).toBe(false);
    expect(demand(Mostly, 'both').isPublic).toBe(false);
  });
});

describe('decorators refuse what they cannot mean', () => {
  it.each<[() => unknown]>([
    [() => RequireAnyScope('a', 'b c')],
    [() => Audience('')],
    [() => Audience(...([] as unknown as ['a']))],
    [() => RequireAuthentication({})],
    [() => RequireAuthentication({ maxAge: 0 })],
    [() => RequireAuthentication({ maxAge: 1.5 })],
    [() => RequireAuthentication({ acr: [] })],
    [() => RequireAuthentication({ acr: ['a b'] })],
    [() => RequireAuthentication({ acr: ['a"'] })],
    [() => UsePolicy({} as unknown as { decide: () => true })],
    [() => UsePolicy(...([] as unknown as [{ decide: () => true }]))],
  ])('%#', (decorate) => {
    expect(decorate).toThrow(TypeError);
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
