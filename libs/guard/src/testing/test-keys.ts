import { generateKeyPairSync, type JsonWebKey, type KeyObject, sign } from 'node:crypto';

interface KeyPair {
  readonly kid: string;
  readonly privateKey: KeyObject;
  readonly jwk: JsonWebKey;
}

/** The signing keys of a test issuer: ES256, the newest signs. */
export class TestKeys {
  private pairs: KeyPair[] = [];
  private made = 0;

  constructor() {
    this.rotate();
  }

  /** What the JWKS publishes. */
  get jwks(): { keys: JsonWebKey[] } {
    return { keys: this.pairs.map(({ jwk }) => jwk) };
  }

  get newestKid(): string {
    return this.pairs.at(-1)!.kid;
  }

  rotate({ withdraw = false } = {}): void {
    this.made += 1;
    const kid = `test-key-${this.made}`;
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const jwk = { ...publicKey.export({ format: 'jwk' }), kid, alg: 'ES256', use: 'sig' };
    this.pairs = [...(withdraw ? [] : this.pairs), { kid, privateKey, jwk }];
  }

  /** A compact JWS by the newest key (RFC 7515 §3.1). */
  sign(header: object, payload: object): string {
    const { kid, privateKey } = this.pairs.at(-1)!;
    const input = `${encode({ alg: 'ES256', kid, ...header })}.${encode(payload)}`;
    const signature = sign('sha256', Buffer.from(input), { key: privateKey, dsaEncoding: 'ieee-p1363' });
    return `${input}.${signature.toString('base64url')}`;
  }
}

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
