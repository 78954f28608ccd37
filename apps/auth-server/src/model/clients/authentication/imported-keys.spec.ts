import { generateKeyPairSync } from 'node:crypto';
import type { PublicJwk } from '../../../protocol/signing/public-jwk';
import { ImportedKeys } from './imported-keys';

const newKey = () =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' }) as PublicJwk;

describe('imported keys', () => {
  it('are imported once for each algorithm, while they are used', async () => {
    const [keys, jwk] = [new ImportedKeys(), newKey()];
    const key = await keys.of(jwk, 'ES256');
    expect(key?.algorithm).toMatchObject({ namedCurve: 'P-256' });
    expect(await keys.of({ ...jwk }, 'ES256')).toBe(key);
  });

  it('are two hundred at most: those that were used last', async () => {
    const [keys, used, unused] = [new ImportedKeys(), newKey(), newKey()];
    const [first, gone] = [await keys.of(used, 'ES256'), await keys.of(unused, 'ES256')];
    for (let at = 0; at < 199; at += 1) {
      await keys.of(newKey(), 'ES256');
      await keys.of(used, 'ES256');
    }
    expect(await keys.of(used, 'ES256')).toBe(first);
    expect(await keys.of(unused, 'ES256')).not.toBe(gone);
  });

  it.each([
    ['a point that is not on its curve', { ...newKey(), x: 'AA', y: 'AA' }, 'ES256'],
    ['a key of another kind', newKey(), 'RS256'],
    ['an unknown algorithm', newKey(), 'XS256'],
  ])('%s is none', async (_, jwk, alg) => {
    expect(await new ImportedKeys().of(jwk, alg)).toBeNull();
  });
});
