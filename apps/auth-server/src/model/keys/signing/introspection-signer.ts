import { Injectable } from '@nestjs/common';
import { SIGNED_INTROSPECTION_TYP } from '../../../protocol/token/introspection';
import { KeyRing } from './key-ring';
import { signJwt } from './sign-jwt';

/** Signs introspection responses (RFC 9701) with the key of the access tokens. */
@Injectable()
export class IntrospectionSigner {
  constructor(private readonly ring: KeyRing) {}

  async sign(claims: object): Promise<string> {
    return signJwt(await this.ring.signing(), SIGNED_INTROSPECTION_TYP, claims);
  }
}
