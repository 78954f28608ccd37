import type { RegisteredClient } from '../clients/registered-client';
import type { RefreshTokenContent } from '../../protocol/token/refresh-token';
import type { ClientProof } from '../../protocol/token/refresh-rotation';
import type { FamilyTimes } from '../../endings/family-times';
import type { FamilyFacts } from '../../endings/living-family';

export const REFRESH_ROTATION = Symbol('RefreshRotation');

export interface RefreshUse {
  token: RefreshTokenContent;
  client: Pick<RegisteredClient, 'scopes' | 'rules'>;
  provenBy: ClientProof;
  /** Thumbprint of the key of a DPoP proof (RFC 9449). */
  proofKey: string | null;
  /** The scope requested; `null` where the request has no `scope`. */
  scope: readonly string[] | null;
  /** As they were sent. */
  resource: string | undefined;
  authorizationDetails: string | undefined;
  /** Seconds, where the application says nothing of it. */
  retryWindow: number;
  /** Of the grant, for which its claims were asked; absent: any. */
  reissues?: number;
  /** Epoch milliseconds. */
  now: number;
  address: string;
  /** Whether its caller is gone: then it does not begin. */
  isAbandoned: () => boolean;
}

/** The rule on what the family was granted. @throws an error, which refuses the refresh: then nothing is spent. */
export type RefreshRule<T> = (family: FamilyFacts) => T;

export type Rotation<T> =
  { outcome: 'rotated' | 'retried'; answer: T; generation: number } | { outcome: 'replayed' } | { outcome: 'refused' };

/** The write of a refresh, on each engine (ADR 21). */
export interface RefreshRotation {
  /**
   * Uses a refresh token: the database alone judges whether this use is the first. An older generation of a living
   * family is a replay, which ends the family (RFC 9700 §4.14.2), unless it is the same use once more.
   *
   * @param times when the tokens of this refresh expire.
   * @throws OAuthError of the rule; as `assertProofKey` where the caller lacks the key: that neither spends a token nor
   *   ends a family.
   */
  rotate<T>(use: RefreshUse, times: FamilyTimes, rule: RefreshRule<T>): Promise<Rotation<T>>;
}
