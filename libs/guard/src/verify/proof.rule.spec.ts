import { SignJWT, calculateJwkThumbprint, exportJWK, generateKeyPair } from 'jose';

import { isBearerFault } from '../bearer/bearer-fault.ts';
import { type ProvenCall, assertProof } from './proof.rule.ts';
import { sha256 } from './thumbprint.ts';

const NOW = 1_763_600_000_000;
const NOTES = 'http://localhost:3001/notes';

/** A proof of one key, for a call of NOTES, and the call that it is for. */
async function provenCall(): Promise<{ text: string; call: ProvenCall }> {
  const { publicKey, privateKey } = await generateKeyPair('ES256');
  const jwk = await exportJWK(publicKey);
  const claims = { jti: 'one', htm: 'GET', htu: NOTES, iat: NOW / 1_000, ath: sha256('token') };
  const text = await new SignJWT(claims).setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk }).sign(privateKey);
  const jkt = await calculateJwkThumbprint(jwk);
  return { text, call: { method: 'GET', url: NOTES, token: 'token', jkt, now: NOW } };
}

describe('a proof of possession', () => {
  it('is good for its call', async () => {
    const { text, call } = await provenCall();
    expect(assertProof(text, call).expiresAt).toBe(NOW + 60_000);
  });

  it.each(['http://localhost:3001http://localhost:3001/notes', 'http://localhost:3001*', ''])(
    'is refused, without a fault of ours, where the call has no URL that can be read: %j',
    async (url) => {
      const { text, call } = await provenCall();
      const refused = () => assertProof(text, { ...call, url });
      expect(refused).toThrow();
      try {
        refused();
      } catch (error) {
        expect(isBearerFault(error)).toBe(true);
      }
    },
  );
});
