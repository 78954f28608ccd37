import { decodeFormValue, decodeUtf8, parseJsonParameters, parseParameters } from './parameters';

const KNOWN = ['state', 'scope'] as const;
const invalidRequest = expect.objectContaining({ code: 'invalid_request', status: 400 }) as Error;

describe('parseParameters', () => {
  it.each([
    ['', {}],
    ['state=a', { state: 'a' }],
    ['state=a&scope=b', { state: 'a', scope: 'b' }],
    ['&&state=a&', { state: 'a' }],
    ['state=a=b', { state: 'a=b' }],
    ['state=a+b%2Bc%20d', { state: 'a b+c d' }],
    ['st%61te=a', { state: 'a' }],
    ['state=', {}],
    ['state', {}],
    ['other=1&other=2', {}],
    ['state[]=a&state[x]=b&[state]=c', {}],
    ['STATE=a&+state=b', {}],
    ['state=%00%0D%0A', { state: '\0\r\n' }],
    ['state=%EF%BB%BFx', { state: '\ufeffx' }],
    ['state=a;scope=b', { state: 'a;scope=b' }],
    ['__proto__=x&constructor=y&state=a', { state: 'a' }],
  ])('%j', (text, expected) => expect(parseParameters(text, KNOWN)).toEqual(expected));

  // RFC 6749 Appendix B.
  it('reads the example of RFC 6749 Appendix B', () => {
    expect(parseParameters('state=+%25%26%2B%C2%A3%E2%82%AC', KNOWN)).toEqual({ state: ' %&+£€' });
  });

  it.each(['state=a&state=b', 'state=a&state=a', 'state=&state=', 'state&state', 'state=a&st%61te=b'])(
    '%j names one twice',
    (text) => expect(() => parseParameters(text, KNOWN)).toThrow(invalidRequest),
  );

  it.each(['%', '%a', '%zz', '%ff', '%c3', '%c3%28', '%ed%a0%80', '%c0%80', '%f4%90%80%80'])(
    '%s is malformed, in any name and value',
    (bad) => {
      for (const text of [`state=${bad}`, `x=${bad}`, `${bad}=x`, bad])
        expect(() => parseParameters(text, KNOWN)).toThrow(invalidRequest);
    },
  );

  it.each([
    ['letters', 'x'.repeat(2048), 'x'],
    ['two bytes each', encodeURIComponent('é'.repeat(1024)), 'x'],
    ['three bytes each', encodeURIComponent('€'.repeat(682)), 'xxx'],
    ['four bytes each', encodeURIComponent('😀'.repeat(512)), 'x'],
  ])('2,048 bytes of UTF-8 fit and no more: %s', (_, longest, more) => {
    expect(parseParameters(`state=${longest}`, KNOWN).state).toBeDefined();
    expect(() => parseParameters(`state=${longest}${more}`, KNOWN)).toThrow(invalidRequest);
  });

  it('an unknown name may be as long as it likes', () => {
    expect(parseParameters(`x=${'x'.repeat(3000)}`, KNOWN)).toEqual({});
  });
});

describe('a repeatable parameter', () => {
  it.each([
    ['resource=a&resource=b', 'a b'],
    ['resource=&resource=a&resource=&resource=b&resource=', 'a b'],
  ])('%s is joined', (text, resource) => expect(parseParameters(text, ['resource'])).toEqual({ resource }));

  // Ten times the largest form: quadratic it takes seconds.
  it('costs as much as its length, however often it is repeated', () => {
    const began = performance.now();
    expect(() => parseParameters('resource=x&'.repeat(90_000), ['resource'], 'body')).toThrow(invalidRequest);
    expect(performance.now() - began).toBeLessThan(500);
  });
});

describe('parseJsonParameters', () => {
  it.each([
    ['{}', {}],
    ['{"state":"a","scope":"b","x":[1]}', { state: 'a', scope: 'b' }],
    ['{"state":true,"scope":false}', { state: 'true', scope: 'false' }],
    ['{"state":null,"scope":""}', {}],
    ['{"state[]":"a"}', {}],
    ['{"x":1,"x":2,"state":"a"}', { state: 'a' }],
    ['{"__proto__":{"state":"a"}}', {}],
  ])('%s', (text, expected) => expect(parseJsonParameters(text, KNOWN)).toEqual(expected));

  it.each([
    '',
    '{',
    'null',
    '[]',
    '"state"',
    '1',
    '{"state":["a"]}',
    '{"state":{"a":"b"}}',
    '{"state":"a","state":"a"}',
    '{"state":"a","st\\u0061te":null}',
    `{"state":"${'x'.repeat(2049)}"}`,
  ])('%s is invalid_request', (text) => {
    expect(() => parseJsonParameters(text, KNOWN)).toThrow(invalidRequest);
  });

  it('says of a list or an object what it is not, as a boolean may stand there, too', () => {
    const words = 'the member state must not be a list or an object';
    for (const value of ['[true]', '{"a":true}'])
      expect(() => parseJsonParameters(`{"state":${value}}`, KNOWN)).toThrow(words);
  });
});

describe('decoding', () => {
  it('keeps a byte order mark and refuses bytes that are not UTF-8', () => {
    expect(decodeUtf8(Buffer.from('\ufeffé'))).toBe('\ufeffé');
    for (const bytes of [[0xff], [0xc3], [0xed, 0xa0, 0x80]])
      expect(() => decodeUtf8(Buffer.from(bytes))).toThrow(invalidRequest);
  });

  it('reads a plus as a blank', () => {
    expect(decodeFormValue('a+%2B')).toBe('a +');
    expect(() => decodeFormValue('%')).toThrow(invalidRequest);
  });
});
