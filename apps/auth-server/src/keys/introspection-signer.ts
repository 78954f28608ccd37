import { Injectable } from '@nestjs/common';
import { type JWTPayload, SignJWT } from 'jose';
import { SIGNED_INTROSPECTION_TYP } from '../protocol/introspection';
import { KeyRing } from './key-ring';

/** Signs what the server says of tokens (RFC 9701), by the key of the access tokens. */
@Injectable()
export class IntrospectionSigner {
  constructor(private readonly ring: KeyRing) {}

  async sign(claims: JWTPayload): Promise<string> {
    const { alg, kid, privateKey } = await this.ring.signing();
    return new SignJWT(claims).setProtectedHeader({ alg, kid, typ: SIGNED_INTROSPECTION_TYP }).sign(privateKey);
  }
}
