import { calculateJwkThumbprint, exportJWK, generateKeyPair } from 'jose';

import { thumbprintOf } from './thumbprint.ts';

describe('thumbprintOf', () => {
  it("is RFC 9449's own", () => {
    const jwk = {
      kty: 'EC',
      x: 'l8tFrhx-34tV3hRICRDY9zCkDlpBhF42UQUfWVAWBFs',
      y: '9VE4jf_Ok_o64zbTTlcuNJajHmt6v9TDVrU0CdvGRDA',
      crv: 'P-256',
    };
    expect(thumbprintOf(jwk)).toBe('0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I');
  });

  it.each(['ES384', 'RS256', 'EdDSA'])('is what jose makes of a key for %s', async (alg) => {
    const jwk = await exportJWK((await generateKeyPair(alg)).publicKey);
    expect(thumbprintOf({ ...jwk, kid: 'a', alg, use: 'sig' })).toBe(await calculateJwkThumbprint(jwk));
  });
});
