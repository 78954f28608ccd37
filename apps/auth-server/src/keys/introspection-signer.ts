import { Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import { SIGNED_INTROSPECTION_TYP } from '../protocol/introspection';
import { KeyRing } from './key-ring';
import { signJwt } from './sign-jwt';

/** Signs what the server says of tokens (RFC 9701), by the key of the access tokens. */
@Injectable()
export class IntrospectionSigner {
  constructor(
    private readonly ring: KeyRing,
    private readonly jwt: JwtService,
  ) {}

  async sign(claims: object): Promise<string> {
    return signJwt(this.jwt, await this.ring.signing(), SIGNED_INTROSPECTION_TYP, claims);
  }
}
