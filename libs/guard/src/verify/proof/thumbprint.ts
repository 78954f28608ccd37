import { createHash } from 'node:crypto';

import type { JsonObject } from '../token/compact-jws.ts';

/** The members that define a key, in the order of RFC 7638 §3.2 and RFC 8037 §2. */
const MEMBERS: Record<string, readonly string[]> = {
  EC: ['crv', 'kty', 'x', 'y'],
  OKP: ['crv', 'kty', 'x'],
  RSA: ['e', 'kty', 'n'],
};

/** The SHA-256 thumbprint of a public key (RFC 7638), base64url. */
export function thumbprintOf(jwk: JsonObject): string {
  const members = MEMBERS[String(jwk.kty)] ?? [];
  const text = JSON.stringify(Object.fromEntries(members.map((name) => [name, jwk[name]])));
  return sha256(text);
}

export const sha256 = (text: string) => createHash('sha256').update(text).digest('base64url');
