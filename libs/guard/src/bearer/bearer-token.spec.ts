import { bearerTokenOf, MAX_TOKEN_LENGTH } from './bearer-token.ts';

describe('bearerTokenOf (RFC 6750 §2.1)', () => {
  it.each([
    ['Bearer abc', 'abc'],
    ['bearer abc', 'abc'],
    ['BEARER abc', 'abc'],
    ['Bearer   abc', 'abc'],
    ['Bearer a.b-c_d~e+f/g==', 'a.b-c_d~e+f/g=='],
    [`Bearer ${'a'.repeat(MAX_TOKEN_LENGTH)}`, 'a'.repeat(MAX_TOKEN_LENGTH)],
  ])('reads %.40s', (header, token) => {
    expect(bearerTokenOf(header)).toBe(token);
  });

  it.each([[undefined], [''], ['Basic YTpi'], ['Bearerabc'], ['DPoP abc'], ['Bearer2 abc'], ['Negotiate Bearer abc']])(
    'finds no token in %s',
    (header) => {
      expect(bearerTokenOf(header)).toBeUndefined();
    },
  );

  it.each([
    ['Bearer'],
    ['Bearer '],
    ['Bearer a b'],
    ['Bearer\tabc'],
    ['Bearer \tabc'],
    ['Bearer abc '],
    ['Bearer a=b'],
    ['Bearer "abc"'],
    ['Bearer abc, Bearer def'],
    ['Bearer abc,Basic YTpi'],
    ['Bearer ä'],
    ['Bearer a\u0000b'],
  ])('calls %j a malformed request', (header) => {
    expect(() => bearerTokenOf(header)).toThrow(expect.objectContaining({ code: 'invalid_request' }) as Error);
  });

  it('calls a token over 16 KiB an invalid token', () => {
    const header = `Bearer ${'a'.repeat(MAX_TOKEN_LENGTH + 1)}`;
    expect(() => bearerTokenOf(header)).toThrow(expect.objectContaining({ code: 'invalid_token' }) as Error);
  });
});
