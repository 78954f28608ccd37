import { parseStrictJson } from './strict-json.ts';

describe('parseStrictJson', () => {
  it.each([
    ['{}'],
    ['{"a":1,"b":{"a":[{"a":1},{"a":":"}]}}'],
    ['{ "a:b" : "c\\":\\"d" , "\\\\" : "\\\\\\"" }'],
    ['{"a":"","":[],"__proto__":{"a":null},"constructor":1,"10":0,"1":{"1":0}}'],
    ['{"é😀":"\\u003a \\ud83d"}'],
  ])('reads %s as JSON.parse does', (text) => {
    expect(parseStrictJson(text)).toEqual(JSON.parse(text));
  });

  it.each([
    ['{"a":1,"a":1}'],
    ['{"a":1,"b":2,"a":{"c":1}}'],
    ['{"exp":1,"\\u0065xp":2}'],
    ['{"cnf":{"jkt":"x","jkt":"y"}}'],
    ['{"a":[0,{"b":1,"b":2}]}'],
    ['{"__proto__":1,"__proto__":2}'],
    ['[]'],
    ['null'],
    ['"a"'],
    [''],
    ['{"a":1}x'],
    ['\ufeff{"a":1}'],
  ])('refuses %s', (text) => {
    expect(() => parseStrictJson(text)).toThrow();
  });

  it('freezes every depth', () => {
    const { a, d } = parseStrictJson('{"a":{"b":[{"c":[]}]},"d":[[]]}') as { a: { b: { c: [] }[] }; d: [][] };
    for (const part of [a, a.b, a.b[0], a.b[0]!.c, d, d[0]]) expect(Object.isFrozen(part)).toBe(true);
  });

  it('reads what is nested as deep as a token is long', () => {
    const depth = 16_000;
    expect(parseStrictJson(`{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`)).toHaveProperty('a');
    expect(() => parseStrictJson(`${'{"a":'.repeat(depth)}{"b":1,"b":2}${'}'.repeat(depth)}`)).toThrow('twice');
  });
});
