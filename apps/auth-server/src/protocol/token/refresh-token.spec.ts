import { createSecretKey } from 'node:crypto';
import { CHECKSUM_LENGTH, withChecksum } from './opaque-secret';
import { formatRefreshToken, parseRefreshToken } from './refresh-token';

const KEY = createSecretKey(Buffer.alloc(32, 1));
const CONTENT = { familyId: '019a0000-0000-7000-8000-00000000000f', clientId: 7, generation: 3 };

describe('a refresh token', () => {
  it.each([
    CONTENT,
    { ...CONTENT, generation: 0 },
    { ...CONTENT, clientId: 2 ** 48 - 1, generation: 2 ** 48 - 1 },
    { ...CONTENT, familyId: 'ffffffff-ffff-ffff-ffff-ffffffffffff' },
  ])('says %j and is read again', (content) => {
    const token = formatRefreshToken(content, KEY);
    expect(token).toMatch(/^csy_refresh_[A-Za-z0-9_-]+$/);
    expect(parseRefreshToken(token, KEY)).toEqual(content);
  });

  it('is the same for the same content, and another for any other', () => {
    const tokens = [CONTENT, CONTENT, { ...CONTENT, generation: 4 }, { ...CONTENT, clientId: 8 }].map((content) =>
      formatRefreshToken(content, KEY),
    );
    expect(tokens[0]).toBe(tokens[1]);
    expect(new Set(tokens).size).toBe(3);
  });

  it('is nothing under another key', () => {
    const token = formatRefreshToken(CONTENT, KEY);
    expect(parseRefreshToken(token, createSecretKey(Buffer.alloc(32, 2)))).toBeNull();
  });

  it('is nothing with any one character changed, even where the checksum is mended', () => {
    const token = formatRefreshToken(CONTENT, KEY);
    const body = token.slice(0, -CHECKSUM_LENGTH);
    for (let at = 0; at < body.length; at += 1)
      for (const character of ['A', 'B', '_', '+', '=', ' ']) {
        if (body[at] === character) continue;
        const changed = body.slice(0, at) + character + body.slice(at + 1);
        expect(parseRefreshToken(changed + token.slice(-CHECKSUM_LENGTH), KEY)).toBeNull();
        expect(parseRefreshToken(withChecksum(changed), KEY)).toBeNull();
      }
  });

  it('has one spelling', () => {
    const body = formatRefreshToken(CONTENT, KEY).slice(0, -CHECKSUM_LENGTH);
    for (const other of [`${body}=`, `${body}A`, ` ${body}`, `${body}\n`, body.slice(0, -1)])
      expect(parseRefreshToken(withChecksum(other), KEY)).toBeNull();
  });

  it.each(['', 'csy_refresh_', withChecksum('csy_refresh_'), withChecksum('csy_secret_x'), 'a.b.c'])(
    '%j is none',
    (text) => {
      expect(parseRefreshToken(text, KEY)).toBeNull();
    },
  );
});
