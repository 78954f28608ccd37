import { verify } from 'node:crypto';

import { BearerFault } from '../bearer/bearer-fault.ts';
import type { CompactJws } from './compact-jws.ts';
import type { VerificationKey } from './verification-key.ts';

/** Verifies an Ed25519 signature (RFC 8037 §3.1). Throws `invalid_token`. */
export function assertEdDsaSignature(jws: CompactJws, { key }: VerificationKey): void {
  const genuine = verify(null, Buffer.from(jws.signingInput), key, jws.signature);
  if (!genuine) throw BearerFault.invalidToken('invalid signature');
}
