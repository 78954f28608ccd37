import { createSecretKey } from 'node:crypto';
import { seal, unseal } from './sealing';

const KEY = createSecretKey(Buffer.alloc(32, 1));
const PLAIN = Buffer.from('a private key');

describe('sealing', () => {
  it('opens with the same key in the same context', () => {
    expect(unseal(seal(PLAIN, KEY, 'row'), KEY, 'row')).toEqual(PLAIN);
    expect(unseal(seal(Buffer.alloc(0), KEY, ''), KEY, '')).toHaveLength(0);
  });

  it('shows nothing of what it holds, and never seals twice alike', () => {
    const [one, two] = [seal(PLAIN, KEY, 'row'), seal(PLAIN, KEY, 'row')];
    expect(one).toMatch(/^v1\.[A-Za-z0-9_-]+$/);
    expect(Buffer.from(one.slice(3), 'base64url').includes(PLAIN)).toBe(false);
    expect(one).not.toBe(two);
  });

  it('does not open under another key or for another row', () => {
    const sealed = seal(PLAIN, KEY, 'row');
    expect(() => unseal(sealed, createSecretKey(Buffer.alloc(32, 2)), 'row')).toThrow();
    expect(() => unseal(sealed, KEY, 'other row')).toThrow();
  });

  it('does not open when any byte of it was changed', () => {
    const bytes = Buffer.from(seal(PLAIN, KEY, 'row').slice(3), 'base64url');
    for (let at = 0; at < bytes.length; at += 1) {
      const changed = Buffer.from(bytes);
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
      expect(() => unseal(`v1.${changed.toString('base64url')}`, KEY, 'row')).toThrow();
    }
  });

  it.each(['', 'v1.', 'v1.AAAA', 'v2.AAAA', 'plain'])('does not open %j', (text) => {
    expect(() => unseal(text, KEY, 'row')).toThrow();
  });

  it('does not open when it was cut', () => {
    const sealed = seal(PLAIN, KEY, 'row');
    for (const length of [10, 30, sealed.length - 4])
      expect(() => unseal(sealed.slice(0, length), KEY, 'row')).toThrow();
  });
});
