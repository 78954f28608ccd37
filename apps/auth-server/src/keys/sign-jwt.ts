import type { JwtService } from '@nestjs/jwt';
import { SignJWT } from 'jose';
import type { OpenKey } from './key-ring';

/** A JWT of claims that are complete, as its type. */
export async function signJwt(
  jwt: JwtService,
  { alg, kid, privateKey }: OpenKey,
  typ: string,
  claims: object,
): Promise<string> {
  const header = { alg, kid, typ };
  // jsonwebtoken, under @nestjs/jwt, knows no EdDSA.
  if (alg === 'EdDSA') return new SignJWT({ ...claims }).setProtectedHeader(header).sign(privateKey);
  return jwt.sign(claims, { algorithm: alg, header, privateKey });
}
