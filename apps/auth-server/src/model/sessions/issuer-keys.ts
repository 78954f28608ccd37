import type { JWTVerifyGetKey } from 'jose';

/** Bytes; larger than for a client's key set, as the operator chose the issuer. */
const LARGEST_KEY_SET = 65_536;

/** The URL may be on a private host: only the operator sets it. */
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
