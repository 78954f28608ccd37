import { createHash } from 'node:crypto';
import {
  CHECKSUM_LENGTH,
  hashTimedToken,
  hashToken,
  newClientSecret,
  randomToken,
  timedToken,
  withChecksum,
  withoutChecksum,
} from './opaque-secret';

describe('random tokens', () => {
  it('hold 256 bits in characters that every encoding leaves alone', () => {
    const tokens = Array.from({ length: 1000 }, randomToken);
    for (const token of tokens) expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(new Set(tokens).size).toBe(1000);
  });

  it('are kept as SHA-256 (FIPS 180-4, "abc")', () => {
    expect(hashToken('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });
});

describe('timed tokens', () => {
  const NOON = Date.UTC(2026, 0, 1, 12);

  it('hold the time and 208 random bits in characters that every encoding leaves alone', () => {
    const tokens = Array.from({ length: 1000 }, () => timedToken(NOON));
    for (const token of tokens) {
      expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
      expect(Buffer.from(token, 'base64url').readUIntBE(0, 6)).toBe(NOON);
    }
    expect(new Set(tokens.map((token) => token.slice(8))).size).toBe(1000);
  });

  it('are kept by time and SHA-256, in the order of their times', () => {
    const token = timedToken(NOON);
    const time = NOON.toString(16).padStart(12, '0');
    expect(hashTimedToken(token)).toBe(time + createHash('sha256').update(token).digest('base64url'));
    const hashes = [NOON - 1, NOON, NOON + 1, NOON + 2 ** 40].map((now) => hashTimedToken(timedToken(now)));
    expect(hashes.toSorted()).toEqual(hashes);
  });

  it('are another one for every changed character, of the time too', () => {
    const token = timedToken(NOON);
    const kept = hashTimedToken(token);
    for (let at = 0; at < token.length; at += 1) {
      const changed = token.slice(0, at) + (token[at] === 'x' ? 'y' : 'x') + token.slice(at + 1);
      expect(hashTimedToken(changed)).not.toBe(kept);
    }
  });

  it.each(['', 'short', '\u0000', '\u{1f600}'.repeat(20), '='.repeat(43), 'x'.repeat(44)])(
    'of which %j is none are looked up all the same, in at most 55 characters',
    (text) => expect(hashTimedToken(text)).toMatch(/^[0-9a-f]{0,12}[A-Za-z0-9_-]{43}$/),
  );
});

describe('the checksum', () => {
  it('is CRC-32, whose check value for "123456789" is cbf43926', () => {
    const checksum = withChecksum('123456789').slice(-CHECKSUM_LENGTH);
    expect(Buffer.from(checksum, 'base64url').toString('hex')).toBe('cbf43926');
  });

  it('comes off again where it fits', () => {
    expect(withoutChecksum(withChecksum('text'))).toBe('text');
  });

  it.each(['', 'short', 'AAAAAA', 'csy_secret_x', `${withChecksum('text')}x`, withChecksum('text').slice(1)])(
    'does not fit %j',
    (text) => expect(withoutChecksum(text)).toBeNull(),
  );

  it('tells every single changed character', () => {
    const secret = newClientSecret();
    for (let at = 0; at < secret.length; at += 1) {
      const changed = secret.slice(0, at) + (secret[at] === 'x' ? 'y' : 'x') + secret.slice(at + 1);
      expect(withoutChecksum(changed)).toBeNull();
    }
  });

  it('and the fixed prefix let a scanner recognise a client secret', () => {
    const secret = newClientSecret();
    expect(secret).toMatch(/^csy_secret_[A-Za-z0-9_-]{49}$/);
    expect(withoutChecksum(secret)).toBe(secret.slice(0, -CHECKSUM_LENGTH));
  });
});
