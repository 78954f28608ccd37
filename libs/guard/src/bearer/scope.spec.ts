import { hasScopes, isScopeToken, parseScope } from './scope.ts';

describe('scopes (RFC 6749 §3.3)', () => {
  it.each([
    ['', []],
    ['a', ['a']],
    ['a b a', ['a', 'b']],
    ['  a  b ', ['a', 'b']],
  ])('parseScope(%j)', (scope, names) => {
    expect(parseScope(scope)).toEqual(names);
  });

  it.each([
    ['notes:read', true],
    ['!', true],
    ['', false],
    ['a b', false],
    ['a"', false],
    ['a\\', false],
    ['é', false],
    [1, false],
  ])('isScopeToken(%j) is %s', (value, is) => {
    expect(isScopeToken(value)).toBe(is);
  });

  it.each([
    [['a', 'b'], [['a']], true],
    [['a', 'b'], [['b'], ['a']], true],
    [['a'], [['a'], ['b']], false],
    [['a'], [['b', 'a']], true],
    [['a'], [['b', 'a'], ['b']], false],
    [['A'], [['a']], false],
    [['ab'], [['a']], false],
    [[], [], true],
  ])('of %j, %j: %s', (granted, needed, has) => {
    expect(hasScopes(granted, needed)).toBe(has);
  });
});
