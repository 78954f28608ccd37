import { Injectable } from '@nestjs/common';
import { SIGNING_ALGORITHMS, type SigningAlgorithm } from '../../../platform/config/settings';
import { KeyRing } from './key-ring';
import { signJwt } from './sign-jwt';

export const ID_TOKEN_TYP = 'JWT';

/** For clients that registered no algorithm (OpenID Connect Registration §2). */
export const DEFAULT_ID_TOKEN_ALG = 'RS256';

/** The client that verifies an ID token. */
export interface IdTokenReaderOf {
  idTokenSignedResponseAlg: string | null;
}

/** Signs ID tokens and logout tokens, by one algorithm for a client (Back-Channel Logout §2.4). */
@Injectable()
export class IdTokenSigner {
  constructor(private readonly ring: KeyRing) {}

  /** @param claims depend on the algorithm, by their hashes. */
  async sign(
    client: IdTokenReaderOf,
    claims: (alg: SigningAlgorithm) => object,
    typ: string = ID_TOKEN_TYP,
  ): Promise<string> {
    const key = await this.ring.signingIdTokens(algOf(client));
    return signJwt(key, typ, claims(key.alg));
  }

  /** Creates the client's key when there is none, so that it is in the JWKS before it signs. */
  prepare(client: IdTokenReaderOf): Promise<void> {
    return this.ring.prepareIdTokens(algOf(client));
  }

  /** True if {@link prepare} must run before the client's next ID token. */
  isDue(client: IdTokenReaderOf): boolean {
    return this.ring.isIdTokenUseDue(algOf(client));
  }
}

const algOf = ({ idTokenSignedResponseAlg: registered }: IdTokenReaderOf): SigningAlgorithm =>
  SIGNING_ALGORITHMS.find((alg) => alg === registered) ?? DEFAULT_ID_TOKEN_ALG;
