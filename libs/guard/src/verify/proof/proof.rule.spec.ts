import { execFileSync } from 'node:child_process';
import { createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';

import { SignJWT, calculateJwkThumbprint, exportJWK, generateKeyPair } from 'jose';

import { isBearerFault } from '../../bearer/bearer-fault.ts';
import { type ProvenCall, assertProof } from './proof.rule.ts';
import { sha256, thumbprintOf } from './thumbprint.ts';

const NOW = 1_763_600_000_000;
const NOTES = 'http://localhost:3001/notes';

/** A proof, and the call of NOTES that it is for. */
async function provenCall(): Promise<{ text: string; call: ProvenCall }> {
  const { publicKey, privateKey } = await generateKeyPair('ES256');
  const jwk = await exportJWK(publicKey);
  const claims = { jti: 'one', htm: 'GET', htu: NOTES, iat: NOW / 1_000, ath: sha256('token') };
  const text = await new SignJWT(claims).setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk }).sign(privateKey);
  const jkt = await calculateJwkThumbprint(jwk);
  return { text, call: { method: 'GET', url: NOTES, token: 'token', jkt, now: NOW } };
}

/** A valid RSA key. */
function rsaKey(bits: number, exponent: number): KeyObject {
  const options = [`rsa_keygen_bits:${bits}`, `rsa_keygen_pubexp:${exponent}`].flatMap((one) => ['-pkeyopt', one]);
  return createPrivateKey(execFileSync('openssl', ['genpkey', '-algorithm', 'RSA', ...options], { stdio: 'pipe' }));
}

function messageOf(judge: () => unknown): string {
  try {
    judge();
  } catch (error) {
    if (isBearerFault(error)) return error.message;
    throw error;
  }
  return 'taken';
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

  it('by another key is refused before its signature is verified', async () => {
    const { text, call } = await provenCall();
    const [head, payload] = text.split('.');
    expect(messageOf(() => assertProof(`${head}.${payload}.AAAA`, call))).toBe('invalid signature');
    const other = await provenCall();
    const [otherHead] = other.text.split('.');
    expect(messageOf(() => assertProof(`${otherHead}.${payload}.AAAA`, call))).toMatch(/with another key/);
  });

  it.each([
    ['of 2048 bits with the largest exponent is taken', 2048, 0xffff_ffff, 'taken'],
    ['of 1024 bits is refused', 1024, 65_537, 'jwk is not a usable key'],
    ['of 4104 bits is refused', 4104, 65_537, 'jwk is not a usable key'],
    ['with an exponent of 33 bits is refused', 2048, 0x1_0000_0001, 'jwk is not a usable key'],
  ])('by an RSA key %s', async (_, bits, exponent, message) => {
    const privateKey = rsaKey(bits, exponent);
    const jwk = createPublicKey(privateKey).export({ format: 'jwk' });
    const { call } = await provenCall();
    const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
    const claims = { jti: 'one', htm: 'GET', htu: NOTES, iat: NOW / 1_000, ath: sha256('token') };
    const input = `${encode({ alg: 'RS256', typ: 'dpop+jwt', jwk })}.${encode(claims)}`;
    const text = `${input}.${sign('sha256', Buffer.from(input), privateKey).toString('base64url')}`;
    const jkt = thumbprintOf({ ...jwk });
    expect(messageOf(() => assertProof(text, { ...call, jkt }))).toBe(message);
  });
});
