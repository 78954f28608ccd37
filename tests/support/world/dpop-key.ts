import {
  type CryptoKey,
  type JWK,
  type JWTPayload,
  SignJWT,
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
} from 'jose';
import { unique } from './world';

type Members = Record<string, unknown>;

/** A client's DPoP key (RFC 9449). */
export class DpopKey {
  private constructor(
    readonly alg: string,
    private readonly privateKey: CryptoKey,
    readonly jwk: JWK,
    readonly jkt: string,
  ) {}

  static async make(alg = 'ES256'): Promise<DpopKey> {
    const { privateKey, publicKey } = await generateKeyPair(alg);
    const jwk = await exportJWK(publicKey);
    return new DpopKey(alg, privateKey, jwk, await calculateJwkThumbprint(jwk));
  }

  /** A proof for one call; `undefined` leaves a claim out. */
  proof(htm: string, htu: string, claims: Members = {}): Promise<string> {
    const all = { jti: unique(), htm, htu, iat: Math.floor(Date.now() / 1000), ...claims };
    return new SignJWT(JSON.parse(JSON.stringify(all)) as JWTPayload)
      .setProtectedHeader({ typ: 'dpop+jwt', alg: this.alg, jwk: this.jwk })
      .sign(this.privateKey);
  }

  /** The same as a `DPoP` header. */
  async header(htm: string, url: string, claims: Members = {}): Promise<{ dpop: string }> {
    return { dpop: await this.proof(htm, url, claims) };
  }
}
