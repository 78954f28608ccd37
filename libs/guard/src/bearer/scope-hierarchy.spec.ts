import { parseScopeHierarchy } from './scope-hierarchy.ts';

describe('parseScopeHierarchy', () => {
  it('tells for each scope what implies it, over several steps, each once', () => {
    const hierarchy = parseScopeHierarchy({ admin: ['write', 'audit'], write: ['read'], audit: ['read'] });
    expect(Object.fromEntries(hierarchy)).toEqual({
      write: ['write', 'admin'],
      audit: ['audit', 'admin'],
      read: ['read', 'admin', 'write', 'audit'],
    });
  });

  it.each([
    [{ a: ['b'], b: ['c'], c: ['a'] }, 'is circular: a > b > c > a'],
    [{ a: ['a'] }, 'is circular: a > a'],
    [{ 'a b': ['c'] }, '"a b" is not a scope'],
    [{ a: ['b"'] }, String.raw`"b\"" is not a scope`],
    [{ a: [7] }, '7 is not a scope'],
    [{ a: 'b' }, '"a" must have a list of scopes'],
    [['a'], 'must be an object'],
    [null, 'must be an object'],
  ])('refuses %j', (written, message) => {
    expect(() => parseScopeHierarchy(written)).toThrow(message);
  });
});
