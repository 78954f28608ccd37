import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../platform/config/clock';
import { SETTINGS, type Settings } from '../../platform/config/settings';
import { DerivedKeys } from '../keys/derived-keys';
import type { AccessTokenClaims } from '../../protocol/token/access-token-claims';
import { dpopNonce, isDpopNonce } from '../../protocol/token/dpop-nonce';
import {
  type DpopProof,
  type PresentedProof,
  invalidProof,
  namedKeyOf,
  verifyDpopProof,
} from '../../protocol/token/dpop-proof';
import { OAuthError } from '../../protocol/oauth-error';
import type { SecurityRules } from '../../protocol/client/security-profile';
import { CLIENT_SIGNATURE_ALGORITHMS } from '../../protocol/signing/signature-algorithms';
import { UsedJtiRepository } from '../used-jtis/used-jti.repository';

/** An access token presented at an endpoint of this server. */
export interface PresentedAccessToken {
  text: string;
  /** Of the `Authorization` header, in lower case. */
  scheme: 'bearer' | 'dpop';
  proof: PresentedProof | null;
}

/** The client that proves its key. */
interface Prover {
  dpopBoundAccessTokens: boolean;
  rules: Pick<SecurityRules, 'algorithms'>;
}

/** DPoP proofs of possession (RFC 9449). */
@Injectable()
export class DpopProofs {
  constructor(
    private readonly usedJtis: UsedJtiRepository,
    private readonly keys: DerivedKeys,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Reads the proof of a client's call; {@link spend} it before anything is given for it.
   *
   * @returns `null` where there is none and none is needed.
   * @throws OAuthError `invalid_dpop_proof`, `use_dpop_nonce`.
   */
  async read(
    presented: PresentedProof | null,
    { dpopBoundAccessTokens: isNeeded, rules }: Prover,
  ): Promise<DpopProof | null> {
    if (presented !== null) return this.verify(presented, rules.algorithms);
    if (isNeeded) throw invalidProof('this application must send a DPoP proof');
    return null;
  }

  /** @throws OAuthError `invalid_dpop_proof` when it was used before, at whichever process. */
  async spend(proof: DpopProof | null): Promise<void> {
    if (proof !== null && !(await this.usedJtis.use(proof.hash, proof.expiresAt)))
      throw invalidProof('the DPoP proof was used before: create a new one for each call');
  }

  /** Reads and spends at once. @returns the thumbprint that an access token is bound to, where it is. */
  async keyOf(presented: PresentedProof | null, client: Prover): Promise<string | null> {
    const proof = await this.read(presented, client);
    await this.spend(proof);
    return proof?.jkt ?? null;
  }

  /**
   * Refuses a bound access token without its proof, and a proof with an unbound token (RFC 9449 §7).
   *
   * @throws OAuthError 401 with a challenge: `invalid_token`, `invalid_dpop_proof`, `use_dpop_nonce`.
   */
  async assertBoundTo(
    { cnf }: AccessTokenClaims,
    { text, scheme, proof }: PresentedAccessToken,
    { algorithms }: Pick<SecurityRules, 'algorithms'>,
  ): Promise<void> {
    if (cnf === undefined && scheme === 'bearer') return;
    try {
      if (cnf === undefined) throw new OAuthError('invalid_token', 'the access token is not bound to a key');
      if (scheme === 'bearer') throw new OAuthError('invalid_token', 'the access token is bound to a key: use DPoP');
      if (proof === null) throw invalidProof('the DPoP header is missing');
      if (namedKeyOf(proof.text) !== cnf.jkt)
        throw new OAuthError('invalid_token', 'the DPoP proof is signed with another key');
      await this.spend(await this.verify(proof, algorithms, text));
    } catch (error) {
      throw error instanceof OAuthError ? error.with({ status: 401, challenge: challengeOf(error) }) : error;
    }
  }

  /** Headers of the answer to a request with a proof. */
  headersFor(presented: PresentedProof | null): Record<string, string> {
    return presented !== null && this.settings.dpopNonce ? this.nonceHeader() : {};
  }

  private async verify(
    { text, method, path }: PresentedProof,
    algorithms: readonly string[],
    accessToken?: string,
  ): Promise<DpopProof> {
    const now = this.clock.now();
    const target = { method, url: this.settings.issuer + path, algorithms, now };
    const proof = await verifyDpopProof(text, accessToken === undefined ? target : { ...target, accessToken });
    if (this.settings.dpopNonce && !isDpopNonce(proof.nonce ?? '', this.keys.dpopNonce, now))
      throw new OAuthError('use_dpop_nonce', 'the DPoP proof must contain the nonce of the DPoP-Nonce header', {
        headers: this.nonceHeader(),
      });
    return proof;
  }

  private nonceHeader() {
    return { 'dpop-nonce': dpopNonce(this.keys.dpopNonce, this.clock.now()) };
  }
}

/** RFC 9449 §7.1. */
const challengeOf = ({ code, description }: OAuthError) =>
  `DPoP realm="consentry", error="${code}", error_description="${description}", algs="${CLIENT_SIGNATURE_ALGORITHMS.join(' ')}"`;
