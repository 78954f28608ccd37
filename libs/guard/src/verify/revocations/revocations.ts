import type { VerifiedAccessToken } from '../token/verified-access-token.ts';
import type { TokenTrace } from './token-trace.ts';

/** A verified token, as revocations judge it. */
export interface JudgedToken {
  readonly token: VerifiedAccessToken;
  /** The key that signed it. */
  readonly key: { readonly kid: string };
  /** What entries may name it by: computed once, and kept here by `isRevoked`. */
  traces?: TokenTrace[] | undefined;
}

/** How well an issuer's revocations are known. */
export interface RevocationsHealth {
  /**
   * `none`: the issuer publishes none. `waiting`: not read yet. `stale`: not confirmed for so long that `onStale` counts.
   */
  readonly state: 'none' | 'waiting' | 'fresh' | 'stale';
  /** Milliseconds since the issuer last confirmed them. */
  readonly age?: number | undefined;
  /** How many endings are held. */
  readonly entries?: number | undefined;
}

/** What an issuer took back before its time. */
export interface Revocations {
  /** Another number after every change: a token judged under the same number need not be judged again. */
  readonly version: number;

  /**
   * Settles once tokens can be judged. Throws or rejects with `temporarily_unavailable`.
   *
   * @param now milliseconds since 1970. Default: by the guard's clock.
   */
  ready(now?: number): void | Promise<void>;

  isRevoked(judged: JudgedToken): boolean;

  /** Calls the listener after every change of `version`; returns what ends that. */
  onChange(listener: () => void): () => void;

  /** For health checks and metrics. Default: `none`. */
  health?(): RevocationsHealth;
}

/** Of an issuer that publishes none. */
export const NO_REVOCATIONS: Revocations = {
  version: 0,
  ready: () => undefined,
  isRevoked: () => false,
  onChange: () => () => undefined,
};
