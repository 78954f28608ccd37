import type { JwtService } from '@nestjs/jwt';
import type { OpenKey } from './key-ring';

/** A JWT of claims that are complete, as its type. */
export async function signJwt(
  jwt: JwtService,
  { alg, kid, privateKey }: OpenKey,
  typ: string,
  claims: object,
): Promise<string> {
  const header = { alg, kid, typ };
  if (alg !== 'EdDSA') return jwt.sign(claims, { algorithm: alg, header, privateKey });
  // jsonwebtoken, under @nestjs/jwt, does not know it.
  const { SignJWT } = await import('jose');
  return new SignJWT({ ...claims }).setProtectedHeader(header).sign(privateKey);
}
