import { createSecretKey } from 'node:crypto';
import { dpopNonce, isDpopNonce } from './dpop-nonce';

const KEY = createSecretKey(Buffer.alloc(32, 1));
const SPAN = 300_000;
const NOW = 1_000 * SPAN + 1;

describe('a nonce', () => {
  it('is the same for a while, and for every process with the key', () => {
    expect(dpopNonce(KEY, NOW)).toBe(dpopNonce(KEY, NOW + SPAN - 2));
    expect(dpopNonce(KEY, NOW)).not.toBe(dpopNonce(KEY, NOW + SPAN));
    expect(dpopNonce(KEY, NOW)).toMatch(/^[\w-]{43}$/);
  });

  it.each([
    [0, true],
    [SPAN, true],
    [-SPAN, true],
    [2 * SPAN, false],
    [-2 * SPAN, false],
  ])('is taken %d ms later: %s', (later, isTaken) => {
    expect(isDpopNonce(dpopNonce(KEY, NOW), KEY, NOW + later)).toBe(isTaken);
  });

  it.each(['', 'a', 'ä'.repeat(43), 'A'.repeat(43)])('%j is none', (text) => {
    expect(isDpopNonce(text, KEY, NOW)).toBe(false);
  });

  it('of another key is none', () => {
    expect(isDpopNonce(dpopNonce(createSecretKey(Buffer.alloc(32, 2)), NOW), KEY, NOW)).toBe(false);
  });
});
