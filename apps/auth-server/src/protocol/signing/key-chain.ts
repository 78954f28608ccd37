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

/** What a key signs. One never stands in for the other: services and clients do not learn of keys at the same time. */
export type KeyPurpose = 'access_token' | 'id_token';

/** Keys that follow each other, and how one process keeps them. */
export interface KeyChain extends KeyPolicy {
  purpose: KeyPurpose;
}

type ChainedKey = ScheduledKey & { purpose: KeyPurpose };

/** The chain of ID tokens of an algorithm, kept as the access tokens' is. */
export const idTokenChain = (accessTokens: KeyChain, alg: string): KeyChain => ({
  ...accessTokens,
  purpose: 'id_token',
  alg,
});

/**
 * The keys of a chain. While a new algorithm of access tokens is announced, the old one's key goes on; a client takes
 * ID tokens of the algorithm that it registered, and of no other (OpenID Connect Core §3.1.3.7).
 */
export const keysOf = <Key extends ChainedKey>(
  keys: readonly Key[],
  { purpose, alg }: Pick<KeyChain, 'purpose' | 'alg'>,
): Key[] => keys.filter((key) => key.purpose === purpose && (purpose === 'access_token' || key.alg === alg));

/** The access tokens' chain, and those of ID tokens that there are keys of. */
export function chainsOf(keys: readonly ChainedKey[], accessTokens: KeyChain): KeyChain[] {
  const algs = new Set(keys.filter(({ purpose }) => purpose === 'id_token').map(({ alg }) => alg));
  return [accessTokens, ...[...algs].sort().map((alg) => idTokenChain(accessTokens, alg))];
}

/** The chain that a key belongs to. */
export const chainOf = ({ purpose, alg }: ChainedKey, accessTokens: KeyChain): KeyChain =>
  purpose === 'id_token' ? idTokenChain(accessTokens, alg) : accessTokens;

/** The key to make now by the schedule, or `null`. A chain of ID tokens begins when one is asked for, not by itself. */
export function dueKey(keys: readonly ChainedKey[], chain: KeyChain, now: number): NextKey | null {
  const own = keysOf(keys, chain);
  const isBegun = chain.purpose === 'access_token' || signingKey(own, chain, now) !== undefined;
  return isBegun ? nextKey(own, chain, now) : null;
}

/** The keys of the JWKS: chain by chain, the newest first. */
export const publicKeysOf = <Key extends ChainedKey>(keys: readonly Key[], accessTokens: KeyChain, now: number) =>
  chainsOf(keys, accessTokens).flatMap((chain) => publicKeys(keysOf(keys, chain), chain, now));

/**
 * The keys nobody needs any more. A chain of ID tokens that is used no more goes as a whole: the next one that is asked
 * for begins it again.
 */
export const droppableKeysOf = <Key extends ChainedKey>(keys: readonly Key[], accessTokens: KeyChain, now: number) =>
  chainsOf(keys, accessTokens).flatMap((chain) =>
    chain.purpose === 'access_token'
      ? droppableKeys(keysOf(keys, chain), chain, now)
      : keysOf(keys, chain).filter((key) => now >= endOf(key, chain)),
  );
