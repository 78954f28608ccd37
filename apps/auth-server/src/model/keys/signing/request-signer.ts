import { Injectable } from '@nestjs/common';
import { KeyRing } from './key-ring';
import { signJwt } from './sign-jwt';

/** Signs requests to services of the operator with the key of the access tokens. */
@Injectable()
export class RequestSigner {
  constructor(private readonly ring: KeyRing) {}

  /** @param typ tells the request from every other JWT that the key signs. */
  async sign(typ: string, claims: object): Promise<string> {
    return signJwt(await this.ring.signing(), typ, claims);
  }
}
