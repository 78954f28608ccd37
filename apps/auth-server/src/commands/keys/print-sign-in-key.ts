/** @returns a line for the environment of the app: a private JWK, whose `kid` is its thumbprint (RFC 7638). */
export async function printSignInKey(): Promise<string> {
  const { calculateJwkThumbprint, exportJWK, generateKeyPair } = await import('jose');
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const jwk = await exportJWK(privateKey);
  const key = { ...jwk, kid: await calculateJwkThumbprint(jwk), alg: 'ES256' };
  return `SIGN_IN_KEY='${JSON.stringify(key)}'\n`;
}
