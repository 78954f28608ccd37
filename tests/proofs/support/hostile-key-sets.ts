import { type JsonWebKey, generateKeyPairSync, randomBytes } from 'node:crypto';

/** A key set that is expensive to verify with, and a header and signature that make the server try its keys. */
export interface HostileKeySet {
  text: string;
  alg: string;
  signature: Buffer;
}

/** Fills a set up to 64 KB; no key has a `kid`, so any may have signed. */
function setOf(keyOf: () => JsonWebKey, most = Infinity): string {
  const keys: JsonWebKey[] = [];
  for (let size = 0; size < 64_000 && keys.length < most; size += JSON.stringify(keys.at(-1)).length + 1)
    keys.push(keyOf());
  return JSON.stringify({ keys });
}

/** Big-endian bytes of an odd number of that length. */
function oddNumber(bytes: number): string {
  const number = randomBytes(bytes);
  number[0]! |= 0x80;
  number[bytes - 1]! |= 1;
  return number.toString('base64url');
}

/** Smaller than any modulus, so that verification computes with it. */
const signatureOf = (bytes: number) => Buffer.concat([Buffer.alloc(1), randomBytes(bytes - 1)]);

const rsaOf = (bytes: number, e: () => string) => (): JsonWebKey => ({ kty: 'RSA', n: oddNumber(bytes), e: e() });

/** Sets of many keys, huge keys and slow keys, and the most expensive set that the rules allow. */
export function hostileKeySets(): HostileKeySet[] {
  const points = Array.from({ length: 100 }, () =>
    generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' }),
  );
  let at = 0;
  const nextPoint = () => points[(at += 1) % points.length]!;
  const many = { text: setOf(nextPoint), alg: 'ES256', signature: Buffer.concat([signatureOf(32), signatureOf(32)]) };
  const huge = { text: setOf(rsaOf(2048, () => 'AQAB')), alg: 'RS256', signature: signatureOf(2048) };
  const slow = { text: setOf(rsaOf(384, () => oddNumber(383))), alg: 'PS256', signature: signatureOf(384) };
  const allowed = {
    text: setOf(
      rsaOf(512, () => oddNumber(4)),
      10,
    ),
    alg: 'RS256',
    signature: signatureOf(512),
  };
  return [many, huge, many, slow, many, allowed];
}
