import { Injectable } from '@nestjs/common';
import { SIGNING_ALGORITHMS, type SigningAlgorithm } from '../config/settings';
import { KeyRing } from './key-ring';
import { signJwt } from './sign-jwt';

export const ID_TOKEN_TYP = 'JWT';

/** What a client takes that registered nothing (OpenID Connect Registration §2). */
export const DEFAULT_ID_TOKEN_ALG = 'RS256';

/** Who reads an ID token, and by which algorithm. */
export interface IdTokenReaderOf {
  idTokenSignedResponseAlg: string | null;
}

/** Signs what tells a client of a sign-in: ID tokens and logout tokens, by one algorithm (Back-Channel Logout §2.4). */
@Injectable()
export class IdTokenSigner {
  constructor(private readonly ring: KeyRing) {}

  /** @param claims made once the algorithm is known, which hashes among them follow. */
  async sign(
    client: IdTokenReaderOf,
    claims: (alg: SigningAlgorithm) => object,
    typ: string = ID_TOKEN_TYP,
  ): Promise<string> {
    const key = await this.ring.signingIdTokens(algOf(client));
    return signJwt(key, typ, claims(key.alg));
  }

  /** Makes the client's key where there is none: services and clients learn of it before it signs. */
  prepare(client: IdTokenReaderOf): Promise<void> {
    return this.ring.prepareIdTokens(algOf(client));
  }

  /** Whether a client that has been given ID tokens must be prepared for before its next one. */
  isDue(client: IdTokenReaderOf): boolean {
    return this.ring.isIdTokenUseDue(algOf(client));
  }
}

const algOf = ({ idTokenSignedResponseAlg: registered }: IdTokenReaderOf): SigningAlgorithm =>
  SIGNING_ALGORITHMS.find((alg) => alg === registered) ?? DEFAULT_ID_TOKEN_ALG;
