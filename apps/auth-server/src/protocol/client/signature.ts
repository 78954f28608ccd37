import type { CryptoKey } from 'jose';
import type { SignatureHeader } from '../signing/key-set';
import { CLIENT_SIGNATURE_ALGORITHMS } from '../signing/signature-algorithms';

const OPTIONS = { algorithms: CLIENT_SIGNATURE_ALGORITHMS };

/** The keys that may have made a signature, each imported when its turn comes. */
export type FindKeys = (header: SignatureHeader) => AsyncIterable<CryptoKey>;

/** Whether one of a client's keys signed a JWT. What it says is judged elsewhere. */
export async function isSignedBy(jwt: string, keys: FindKeys): Promise<boolean> {
  const { compactVerify, decodeProtectedHeader } = await import('jose');
  const isSigned = (key: CryptoKey) =>
    compactVerify(jwt, key, OPTIONS).then(
      () => true,
      () => false,
    );
  let header: SignatureHeader;
  try {
    header = decodeProtectedHeader(jwt);
  } catch {
    return false;
  }
  for await (const key of keys(header)) if (await isSigned(key)) return true;
  return false;
}
