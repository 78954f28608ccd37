import { TOO_LARGE } from './edge-request';
import { Problem } from '../answers/problem';
import { parseApiBody } from './request-body';

const JSON_HEADERS = { 'content-type': 'application/json' };

const statusOf = (body: string | Buffer | typeof TOO_LARGE | null, headers: Record<string, string> = JSON_HEADERS) => {
  try {
    return parseApiBody(typeof body === 'string' ? Buffer.from(body) : body, headers);
  } catch (error) {
    if (error instanceof Problem) return error.status;
    throw error;
  }
};

describe('parseApiBody', () => {
  it('reads an object', () => {
    expect(statusOf('{"a":[1,{"b":"é"}]}')).toEqual({ a: [1, { b: 'é' }] });
    expect(statusOf('{}', { 'content-type': 'APPLICATION/JSON; charset=utf-8' })).toEqual({});
  });

  it('no body is no object', () => {
    expect(statusOf(null, {})).toBeUndefined();
    expect(statusOf(null)).toBeUndefined();
  });

  it.each(['{', '', 'a', '[]', 'null', '"a"', '1', '\ufeff{}', '{"toString":1}', '{"__proto__":1}'])(
    '%j is 400',
    (text) => expect(statusOf(text)).toBe(400),
  );

  it('bytes that are not UTF-8 are 400', () => {
    expect(statusOf(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]))).toBe(400);
  });

  it('nesting without end is 400', () => {
    expect(statusOf('{"a":'.repeat(10) + '1' + '}'.repeat(10))).toEqual(expect.any(Object));
    expect(statusOf('{"a":'.repeat(10_000) + '1' + '}'.repeat(10_000))).toBe(400);
  });

  it('another type or encoding is 415', () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonx'])
      expect(statusOf('{}', { 'content-type': type })).toBe(415);
    expect(statusOf('{}', {})).toBe(415);
    expect(statusOf('{}', { ...JSON_HEADERS, 'content-encoding': 'gzip' })).toBe(415);
  });

  it('too large is 413, whatever its type', () => {
    expect(statusOf(TOO_LARGE, { 'content-type': 'text/plain' })).toBe(413);
  });
});
