import { createSecretKey } from 'node:crypto';
import { readSettings } from '../../platform/config/read-settings';
import type { DerivedKeys } from '../keys/derived-keys';
import { SessionTokens } from './session-token';

const CONTENT = { accountId: 'account', sessionId: 'session', signedInAt: 1_763_599_999_999 };
const TIMES = { now: 1_763_600_000_000, expiresAt: 1_763_700_000_000 };

const tokensOf = (key: number, environment: Record<string, string> = {}) =>
  new SessionTokens({ session: createSecretKey(Buffer.alloc(32, key)) } as DerivedKeys, readSettings(environment));

describe('SessionTokens', () => {
  const tokens = tokensOf(1);
  const token = tokens.sign(CONTENT, TIMES);

  it('reads its own tokens, the first time and again', () => {
    for (let time = 0; time < 3; time += 1) expect(tokens.parse(token)).toEqual(CONTENT);
  });

  it('is not led by a token that it knows to one that it does not', () => {
    expect(tokens.parse(token)).toEqual(CONTENT);
    const [head, claims, signature] = token.split('.');
    const [, others] = tokens.sign({ ...CONTENT, accountId: 'another' }, TIMES).split('.');
    for (const forged of [`${head}.${others}.${signature}`, `${head}.${claims}.`, `${head}.${claims}`, ''])
      expect(tokens.parse(forged)).toBeNull();
  });

  it('reads none of another key or another issuer', () => {
    expect(tokensOf(2).parse(token)).toBeNull();
    expect(tokensOf(1, { AUTH_URL: 'https://auth.example' }).parse(token)).toBeNull();
  });
});
