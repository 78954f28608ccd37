import { constants, verify } from 'node:crypto';

import { BearerFault } from '../../bearer/bearer-fault.ts';
import type { CompactJws } from '../token/compact-jws.ts';
import type { Algorithm, VerificationKey } from './verification-key.ts';

interface Scheme {
  readonly hash: string | null;
  readonly dsaEncoding: 'der' | 'ieee-p1363';
  readonly padding?: number;
  readonly saltLength?: number;
}

/** RFC 7518 §3.1, §3.5; RFC 8037 §3.1. The encoding counts for ECDSA alone. */
const SCHEMES: Record<Algorithm, Scheme> = {
  RS256: { hash: 'sha256', dsaEncoding: 'der' },
  PS256: {
    hash: 'sha256',
    dsaEncoding: 'der',
    padding: constants.RSA_PKCS1_PSS_PADDING,
    saltLength: constants.RSA_PSS_SALTLEN_DIGEST,
  },
  ES256: { hash: 'sha256', dsaEncoding: 'ieee-p1363' },
  ES384: { hash: 'sha384', dsaEncoding: 'ieee-p1363' },
  EdDSA: { hash: null, dsaEncoding: 'der' },
};

/** Verifies a signature by the one algorithm of its key. Throws `invalid_token`. */
export function assertSignature({ signingInput, signature }: CompactJws, { algorithm, key }: VerificationKey): void {
  const { hash, dsaEncoding, padding, saltLength } = SCHEMES[algorithm];
  // Base64url and a dot: latin1 is the cheapest way to their bytes.
  if (!verify(hash, Buffer.from(signingInput, 'latin1'), { key, dsaEncoding, padding, saltLength }, signature))
    throw BearerFault.invalidToken('invalid signature');
}
