import { credentialsOf, MAX_TOKEN_LENGTH } from './credentials.ts';

describe('credentialsOf (RFC 6750 §2.1, RFC 9449 §7.1)', () => {
  it.each([
    ['Bearer abc', 'abc'],
    ['bearer abc', 'abc'],
    ['BEARER abc', 'abc'],
    ['Bearer   abc', 'abc'],
    ['Bearer a.b-c_d~e+f/g==', 'a.b-c_d~e+f/g=='],
    [`Bearer ${'a'.repeat(MAX_TOKEN_LENGTH)}`, 'a'.repeat(MAX_TOKEN_LENGTH)],
  ])('reads %.40s', (header, token) => {
    expect(credentialsOf(header)).toEqual({ scheme: 'bearer', token });
  });

  it.each([['DPoP abc'], ['dpop  abc']])('knows the scheme of %s', (header) => {
    expect(credentialsOf(header)).toEqual({ scheme: 'dpop', token: 'abc' });
  });

  it.each([[undefined], [''], ['Basic YTpi'], ['Bearerabc'], ['Bearer2 abc'], ['Negotiate Bearer abc']])(
    'finds no token in %s',
    (header) => {
      expect(credentialsOf(header)).toBeUndefined();
    },
  );

  it.each([
    ['Bearer'],
    ['DPoP'],
    ['DPoP a b'],
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
    expect(() => credentialsOf(header)).toThrow(expect.objectContaining({ code: 'invalid_request' }) as Error);
  });

  it('calls a token over 16 KiB an invalid token', () => {
    const header = `Bearer ${'a'.repeat(MAX_TOKEN_LENGTH + 1)}`;
    expect(() => credentialsOf(header)).toThrow(expect.objectContaining({ code: 'invalid_token' }) as Error);
  });
});
