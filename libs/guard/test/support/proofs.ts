import { createHash } from 'node:crypto';

import { calculateJwkThumbprint, type CryptoKey, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';

/** A client's key for DPoP proofs, by `jose` alone. */
export interface ProofKey {
  readonly alg: string;
  readonly privateKey: CryptoKey;
  readonly jwk: JWK;
  /** Its thumbprint, the `cnf.jkt` of its tokens. */
  readonly jkt: string;
}

export async function proofKey(alg = 'ES256'): Promise<ProofKey> {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
  const jwk = await exportJWK(publicKey);
  return { alg, privateKey, jwk, jkt: await calculateJwkThumbprint(jwk) };
}

let count = 0;

export interface ProvenCall {
  /** Default: GET. */
  readonly htm?: string;
  readonly htu: string;
  readonly token: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** A fresh proof (RFC 9449 §4.2) for a call with `token`. */
export function prove(key: ProofKey, { htm = 'GET', htu, token, at }: ProvenCall): Promise<string> {
  const ath = createHash('sha256').update(token).digest('base64url');
  return new SignJWT({ jti: `proof-${count++}`, htm, htu, iat: Math.floor(at / 1_000), ath })
    .setProtectedHeader({ typ: 'dpop+jwt', alg: key.alg, jwk: key.jwk })
    .sign(key.privateKey);
}
