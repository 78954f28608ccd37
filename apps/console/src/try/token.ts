import { base } from '../frame';

export type Claims = Readonly<Record<string, unknown>>;

interface Key extends JsonWebKey {
  kid?: string;
}

/** How WebCrypto verifies by a JWS algorithm (RFC 7518 §3.1, RFC 8037). */
const ALGORITHMS: Readonly<Record<string, RsaHashedImportParams & EcdsaParams & EcKeyImportParams>> = {
  RS256: { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256', namedCurve: '' },
  ES256: { name: 'ECDSA', hash: 'SHA-256', namedCurve: 'P-256' },
  EdDSA: { name: 'Ed25519', hash: '', namedCurve: '' },
};

const bytesOf = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));

const jsonOf = (part: string) => JSON.parse(new TextDecoder().decode(bytesOf(part))) as Claims;

/** The claims of a JWT; unchecked. */
export const claimsOf = (token: string): Claims => jsonOf(token.split('.')[1] ?? '');

/** Whether the server's published keys signed it; `null`: this browser cannot tell. */
export async function isSigned(token: string): Promise<boolean | null> {
  const [head = '', body = '', signature = ''] = token.split('.');
  const { alg, kid } = jsonOf(head) as { alg: string; kid: string };
  const algorithm = ALGORITHMS[alg];
  if (algorithm === undefined) return null;
  try {
    const { keys } = (await (await fetch(`${base}/.well-known/jwks.json`)).json()) as { keys: Key[] };
    const key = keys.find((one) => one.kid === kid);
    if (key === undefined) return false;
    const imported = await crypto.subtle.importKey('jwk', key, algorithm, false, ['verify']);
    return await crypto.subtle.verify(
      algorithm,
      imported,
      bytesOf(signature),
      new TextEncoder().encode(`${head}.${body}`),
    );
  } catch {
    return null;
  }
}
