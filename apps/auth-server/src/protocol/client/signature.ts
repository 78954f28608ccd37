import type { CryptoKey } from 'jose';
import type { SignatureHeader } from '../signing/key-set';
import { CLIENT_SIGNATURE_ALGORITHMS } from '../signing/signature-algorithms';

/** Possible keys, imported one by one. */
export type FindKeys = (header: SignatureHeader) => AsyncIterable<CryptoKey>;

/** Checks no claims. @param algorithms that are taken. */
export async function isSignedBy(
  jwt: string,
  keys: FindKeys,
  algorithms: readonly string[] = CLIENT_SIGNATURE_ALGORITHMS,
): Promise<boolean> {
  const { compactVerify, decodeProtectedHeader } = await import('jose');
  const isSigned = (key: CryptoKey) =>
    compactVerify(jwt, key, { algorithms: [...algorithms] }).then(
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
