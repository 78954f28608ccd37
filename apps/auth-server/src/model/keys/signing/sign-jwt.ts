import { sign } from 'node:crypto';
import type { SigningAlgorithm } from '../../../platform/config/settings';
import type { OpenKey } from './key-ring';

/** EdDSA hashes by itself (RFC 8032 §5.1.6). */
export const DIGEST: Record<SigningAlgorithm, 'sha256' | null> = { ES256: 'sha256', RS256: 'sha256', EdDSA: null };

/** Signs complete claims as a JWT in the compact form (RFC 7515 §7.1). */
export function signJwt({ alg, kid, privateKey }: OpenKey, typ: string, claims: object): string {
  const input = `${encode({ alg, kid, typ })}.${encode(claims)}`;
  // RFC 7518 §3.4: ES256 signatures are r and s concatenated, not DER.
  const signature = sign(DIGEST[alg], Buffer.from(input), { key: privateKey, dsaEncoding: 'ieee-p1363' });
  return `${input}.${signature.toString('base64url')}`;
}

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
