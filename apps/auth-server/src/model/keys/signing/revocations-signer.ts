import { Injectable } from '@nestjs/common';
import { PAGE_TYP } from '../../../protocol/revocation/page';
import { KeyRing } from './key-ring';
import { signLargeJwt } from './sign-large-jwt';

/** Signs pages of revocations with the key of the access tokens. */
@Injectable()
export class RevocationsSigner {
  constructor(private readonly ring: KeyRing) {}

  /** The key that would sign now: what another one signed is made again. */
  async kid(): Promise<string> {
    return (await this.ring.signing()).kid;
  }

  /** @param claims JSON of up to a megabyte */
  async sign(claims: Buffer): Promise<{ kid: string; jwt: Buffer }> {
    const key = await this.ring.signing();
    return { kid: key.kid, jwt: await signLargeJwt(key, PAGE_TYP, claims) };
  }
}
