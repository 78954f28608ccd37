import type { JWTVerifyGetKey } from 'jose';

/** Bytes. The operator names whose set it is, so it may be larger than one that a client names. */
const LARGEST_KEY_SET = 65_536;

/**
 * The keys of an issuer that the operator trusts. The URL may be on any host, a private one too: strangers cannot name
 * it. A token that several keys fit is refused.
 */
export function issuerKeys(
  jwksUri: string,
  { createRemoteJWKSet, customFetch }: typeof import('jose'),
): JWTVerifyGetKey {
  return createRemoteJWKSet(new URL(jwksUri), { [customFetch]: fetchBounded });
}

async function fetchBounded(...call: Parameters<typeof fetch>): Promise<Response> {
  const response = await fetch(...call);
  if (response.status !== 200 || response.body === null) return response;
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop ends the connection.
  for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > LARGEST_KEY_SET) throw new Error(`the key set of the issuer is larger than ${LARGEST_KEY_SET} bytes`);
    chunks.push(chunk);
  }
  return new Response(Buffer.concat(chunks));
}
