import { authorizationOf } from './authorization-header.ts';

const headers = { authorization: 'Bearer a' };

describe('authorizationOf', () => {
  it.each([
    ['none', { headers: {}, rawHeaders: ['Host', 'x'] }, undefined],
    ['one', { headers, rawHeaders: ['Host', 'x', 'Authorization', 'Bearer a'] }, 'Bearer a'],
    ['one, in raw', { headers, raw: { rawHeaders: ['authorization', 'Bearer a'] } }, 'Bearer a'],
    ['one set by a middleware', { headers, rawHeaders: ['Cookie', 'authorization'] }, 'Bearer a'],
    ['no raw headers', { headers }, 'Bearer a'],
  ])('%s', (_, request, value) => {
    expect(authorizationOf(request)).toBe(value);
  });

  it.each([
    ['two', { headers, rawHeaders: ['Authorization', 'Bearer a', 'authorization', 'Bearer b'] }],
    ['two, in raw', { headers, raw: { rawHeaders: ['Authorization', 'Bearer a', 'Authorization', 'Basic b'] } }],
    ['an array', { headers: { authorization: ['Bearer a'] } }],
    ['no text', { headers: { authorization: { toString: 'Bearer a' } } }],
  ])('%s: a malformed request', (_, request) => {
    expect(() => authorizationOf(request)).toThrow(expect.objectContaining({ code: 'invalid_request' }) as Error);
  });
});
