import { Injectable } from '@nestjs/common';
import { CLAIMS_REQUEST_TYP } from '../../../protocol/token/claims-request';
import { KeyRing } from './key-ring';
import { signJwt } from './sign-jwt';

/** Signs requests to a claims source with the key of the access tokens. */
@Injectable()
export class ClaimsRequestSigner {
  constructor(private readonly ring: KeyRing) {}

  async sign(claims: object): Promise<string> {
    return signJwt(await this.ring.signing(), CLAIMS_REQUEST_TYP, claims);
  }
}
