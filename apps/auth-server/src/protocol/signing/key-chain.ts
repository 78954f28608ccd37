import {
  type KeyPolicy,
  type NextKey,
  type ScheduledKey,
  droppableKeys,
  endOf,
  nextKey,
  publicKeys,
  signingKey,
} from './key-schedule';

/** Keys of one purpose never replace the other's: services and clients learn of keys at different times. */
export type KeyPurpose = 'access_token' | 'id_token';

/** One process' settings (ADR 13). */
export interface KeyChain extends KeyPolicy {
  purpose: KeyPurpose;
}

type ChainedKey = ScheduledKey & { purpose: KeyPurpose };

/** With the settings of access tokens' keys. */
export const idTokenChain = (accessTokens: KeyChain, alg: string): KeyChain => ({
  ...accessTokens,
  purpose: 'id_token',
  alg,
});

/**
 * Access tokens include other algorithms, as the old key signs until the new one is announced; ID tokens have the
 * registered algorithm only (OpenID Connect Core §3.1.3.7).
 */
export const keysOf = <Key extends ChainedKey>(
  keys: readonly Key[],
  { purpose, alg }: Pick<KeyChain, 'purpose' | 'alg'>,
): Key[] => keys.filter((key) => key.purpose === purpose && (purpose === 'access_token' || key.alg === alg));

/** Gives the chain of access tokens, and those of ID tokens that have keys. */
export function chainsOf(keys: readonly ChainedKey[], accessTokens: KeyChain): KeyChain[] {
  const algs = new Set(keys.filter(({ purpose }) => purpose === 'id_token').map(({ alg }) => alg));
  return [accessTokens, ...[...algs].sort().map((alg) => idTokenChain(accessTokens, alg))];
}

export const chainOf = ({ purpose, alg }: ChainedKey, accessTokens: KeyChain): KeyChain =>
  purpose === 'id_token' ? idTokenChain(accessTokens, alg) : accessTokens;

/** `null` if none is due. A chain of ID tokens begins on demand. */
export function dueKey(keys: readonly ChainedKey[], chain: KeyChain, now: number): NextKey | null {
  const own = keysOf(keys, chain);
  const isBegun = chain.purpose === 'access_token' || signingKey(own, chain, now) !== undefined;
  return isBegun ? nextKey(own, chain, now) : null;
}

export const publicKeysOf = <Key extends ChainedKey>(keys: readonly Key[], accessTokens: KeyChain, now: number) =>
  chainsOf(keys, accessTokens).flatMap((chain) => publicKeys(keysOf(keys, chain), chain, now));

/** Drops an unused chain of ID tokens as a whole; the next demand begins it again. */
export const droppableKeysOf = <Key extends ChainedKey>(keys: readonly Key[], accessTokens: KeyChain, now: number) =>
  chainsOf(keys, accessTokens).flatMap((chain) =>
    chain.purpose === 'access_token'
      ? droppableKeys(keysOf(keys, chain), chain, now)
      : keysOf(keys, chain).filter((key) => now >= endOf(key, chain)),
  );
