import { createPrivateKey, createPublicKey, type JsonWebKey, type KeyObject, sign, verify } from 'node:crypto';

import { thumbprintOf } from '../verify/proof/thumbprint.ts';
import { type JsonObject, isJsonObject } from '../verify/token/strict-json.ts';

/** Prints one. */
const COMMAND = 'npx -p @consentry/auth-server consentry sign-in-key';

/** The app's key, for ES256. */
export class SigningKey {
  private constructor(
    private readonly key: KeyObject,
    private readonly kid: string,
  ) {}

  /** Reads a private JWK. Throws an Error that says what is wrong, and nothing of the key. */
  static parse(text: unknown): SigningKey {
    if (text === undefined || text === '')
      throw new Error(`key is missing: set it to a private JWK. Make one: ${COMMAND}`);
    if (typeof text === 'string' && /^['"]\s*\{/.test(text))
      throw new Error(
        'key begins with a quotation mark: those are for a shell, omit them where no shell reads the setting',
      );
    const jwk = parseJwk(text);
    if (jwk === undefined) throw new Error(`key must be a private JWK as JSON text. Make one: ${COMMAND}`);
    const { kty, crv, d, alg, kid } = jwk;
    if (kty !== 'EC' || crv !== 'P-256') throw new Error(`key must be an EC key on P-256. Make one: ${COMMAND}`);
    if (d === undefined) throw new Error('key is a public key: the private one is needed, which has the member d');
    if (alg !== undefined && alg !== 'ES256') throw new Error('key must be for ES256, but its alg is different');
    if (kid !== undefined && (typeof kid !== 'string' || kid === ''))
      throw new Error('the kid of key must be a string');
    const key = importKey(jwk);
    if (key === undefined) throw new Error(`key is damaged: its members do not match. Make one: ${COMMAND}`);
    return new SigningKey(key, kid ?? thumbprintOf(jwk));
  }

  /** What `jwks.json` publishes. */
  get publicJwk(): JsonWebKey {
    return { ...createPublicKey(this.key).export({ format: 'jwk' }), kid: this.kid, alg: 'ES256', use: 'sig' };
  }

  /** A compact JWS (RFC 7515 §3.1). */
  sign(typ: string, claims: object): string {
    const input = `${encode({ alg: 'ES256', kid: this.kid, typ })}.${encode(claims)}`;
    const signature = sign('sha256', Buffer.from(input), { key: this.key, dsaEncoding: 'ieee-p1363' });
    return `${input}.${signature.toString('base64url')}`;
  }
}

function parseJwk(text: unknown): JsonObject | undefined {
  try {
    const jwk: unknown = JSON.parse(String(text));
    return isJsonObject(jwk) ? jwk : undefined;
  } catch {
    return undefined;
  }
}

function importKey(jwk: JsonObject): KeyObject | undefined {
  try {
    const key = createPrivateKey({ format: 'jwk', key: jwk as JsonWebKey });
    // Node takes a public part that belongs to another key.
    const probe = Buffer.from('probe');
    return verify('sha256', probe, createPublicKey(key), sign('sha256', probe, key)) ? key : undefined;
  } catch {
    return undefined;
  }
}

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
