import { memberNames } from './json-members';

describe('memberNames', () => {
  it.each([
    ['{}', []],
    ['{"a":1}', ['a']],
    [' { "a" : 1 , "b" : [ { "c" : 2 } ] , "a" : { "d" : 3 } } ', ['a', 'b', 'a']],
    ['{"a":"b","b":"\\"c\\":1"}', ['a', 'b']],
    ['{"\\u0061":1,"a":2}', ['a', 'a']],
    ['{"a\\\\":1,"\\\\\\"b":2}', ['a\\', '\\"b']],
    ['{"a":["x:","{","}","["],"b":":"}', ['a', 'b']],
    ['{"":null}', ['']],
  ])('of %s', (json, names) => {
    expect(() => JSON.parse(json) as unknown).not.toThrow();
    expect(memberNames(json)).toEqual(names);
  });

  it('reads a long string without tiring', () => {
    const long = JSON.stringify({ a: '\\"'.repeat(25_000), b: 1 });
    expect(memberNames(long)).toEqual(['a', 'b']);
  });
});
