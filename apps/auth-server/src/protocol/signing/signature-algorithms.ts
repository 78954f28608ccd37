interface KeyKind {
  kty: 'EC' | 'RSA' | 'OKP';
  crv?: string;
}

/** RFC 7518 §3.1, RFC 8037, RFC 9864. */
export const SIGNATURE_KEYS: Readonly<Record<string, KeyKind>> = {
  ES256: { kty: 'EC', crv: 'P-256' },
  ES384: { kty: 'EC', crv: 'P-384' },
  ES512: { kty: 'EC', crv: 'P-521' },
  PS256: { kty: 'RSA' },
  PS384: { kty: 'RSA' },
  PS512: { kty: 'RSA' },
  RS256: { kty: 'RSA' },
  RS384: { kty: 'RSA' },
  RS512: { kty: 'RSA' },
  EdDSA: { kty: 'OKP', crv: 'Ed25519' },
  Ed25519: { kty: 'OKP', crv: 'Ed25519' },
};

/** Asymmetric only: a shared secret proves nothing to a third party. */
export const CLIENT_SIGNATURE_ALGORITHMS = Object.keys(SIGNATURE_KEYS);
