import type { JWTVerifyGetKey, errors } from 'jose';
import { CLIENT_SIGNATURE_ALGORITHMS } from './signature-algorithms';

const OPTIONS = { algorithms: CLIENT_SIGNATURE_ALGORITHMS };

/** Whether one of a client's keys signed a JWT. What it says is judged elsewhere. */
export async function isSignedBy(jwt: string, keys: JWTVerifyGetKey): Promise<boolean> {
  const jose = await import('jose');
  const isSigned = (key: Parameters<typeof jose.compactVerify>[1]) =>
    jose.compactVerify(jwt, key, OPTIONS).then(
      () => true,
      () => false,
    );
  try {
    await jose.compactVerify(jwt, keys, OPTIONS);
    return true;
  } catch (error) {
    return error instanceof jose.errors.JWKSMultipleMatchingKeys && isSignedByAny(error, isSigned);
  }
}

/** A header without `kid`, and several keys that fit: any of them may have signed. */
async function isSignedByAny<Key>(
  keys: errors.JWKSMultipleMatchingKeys & AsyncIterable<Key>,
  isSigned: (key: Key) => Promise<boolean>,
): Promise<boolean> {
  for await (const key of keys) if (await isSigned(key)) return true;
  return false;
}
