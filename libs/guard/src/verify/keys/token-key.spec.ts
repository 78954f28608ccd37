import { keyForToken } from './token-key.ts';
import type { Algorithm, VerificationKey } from './verification-key.ts';

const asked: string[] = [];
const keys = {
  find: async (kid: string) => {
    asked.push(kid);
    const algorithm = { r: 'RS256', p: 'PS256', e: 'ES256', f: 'ES384', d: 'EdDSA' }[kid] as Algorithm | undefined;
    return algorithm && ({ kid, algorithm } as VerificationKey);
  },
};

describe('keyForToken', () => {
  beforeEach(() => asked.splice(0));

  it.each([
    ['RS256', 'r'],
    ['PS256', 'p'],
    ['ES256', 'e'],
    ['ES384', 'f'],
    ['EdDSA', 'd'],
  ])('finds the key of %s', async (alg, kid) => {
    expect((await keyForToken({ alg, kid, jku: 'https://evil.example' }, keys)).kid).toBe(kid);
  });

  it.each([
    [{ alg: 'none', kid: 'r' }],
    [{ alg: 'None', kid: 'r' }],
    [{ alg: 'HS256', kid: 'r' }],
    [{ alg: 'RS512', kid: 'r' }],
    [{ alg: 'PS384', kid: 'r' }],
    [{ alg: 'ES512', kid: 'e' }],
    [{ alg: 'rs256', kid: 'r' }],
    [{ alg: ['RS256'], kid: 'r' }],
    [{ kid: 'r' }],
    [{ alg: 'RS256', kid: 'r', crit: ['b64'], b64: false }],
    [{ alg: 'RS256', kid: 'r', crit: null }],
    [{ alg: 'RS256' }],
    [{ alg: 'RS256', kid: '' }],
    [{ alg: 'RS256', kid: 1 }],
  ])('refuses %j without asking for a key', async (header) => {
    expect(() => keyForToken(header, keys)).toThrow(expect.objectContaining({ code: 'invalid_token' }) as Error);
    expect(asked).toEqual([]);
  });

  it('waits only where the finder does', () => {
    const key = { kid: 'r', algorithm: 'RS256' } as VerificationKey;
    expect(keyForToken({ alg: 'RS256', kid: 'r' }, { find: () => key })).toBe(key);
  });

  it.each([
    [{ alg: 'ES256', kid: 'r' }],
    [{ alg: 'RS256', kid: 'e' }],
    [{ alg: 'EdDSA', kid: 'e' }],
    [{ alg: 'PS256', kid: 'r' }],
    [{ alg: 'RS256', kid: 'p' }],
    [{ alg: 'ES384', kid: 'e' }],
    [{ alg: 'RS256', kid: 'unknown' }],
    [{ alg: 'RS256', kid: '__proto__' }],
  ])('refuses %j', async (header) => {
    await expect(keyForToken(header, keys)).rejects.toMatchObject({ code: 'invalid_token' });
  });
});
