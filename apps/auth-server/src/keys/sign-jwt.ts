import { sign } from 'jws';
import type { OpenKey } from './key-ring';

/**
 * A JWT of claims that are complete, as its type. By the library under @nestjs/jwt, which would look at options and
 * claims before: here both are our own, and typed.
 */
export async function signJwt({ alg, kid, privateKey }: OpenKey, typ: string, claims: object): Promise<string> {
  if (alg !== 'EdDSA') return sign({ header: { alg, kid, typ }, payload: claims, privateKey });
  // jws does not know it.
  const { SignJWT } = await import('jose');
  return new SignJWT({ ...claims }).setProtectedHeader({ alg, kid, typ }).sign(privateKey);
}
