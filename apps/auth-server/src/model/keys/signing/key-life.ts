import { type KeyChain, chainOf, keysOf } from '../../../protocol/signing/key-chain';
import {
  type KeyPhase,
  type KeyPolicy,
  type ScheduledKey,
  announcedKey,
  endOf,
  phaseOf,
} from '../../../protocol/signing/key-schedule';
import type { StoredSigningKey } from './signing-key.repository';

const SECOND = 1000;

/** Where a signing key is in its life (ADR 13). Times in epoch milliseconds. */
export interface KeyLife extends Pick<StoredSigningKey, 'kid' | 'alg' | 'purpose' | 'createdAt' | 'signsFrom'> {
  phase: KeyPhase;
  /** Of a retired key: how long it stays in the JWKS. */
  publicUntil: number | null;
  /** Of a signing key: when the next one is announced; `null` if one is already, or comes in another algorithm. */
  nextAnnouncedAt: number | null;
  compromisedAt: number | null;
}

export function lifeOf(
  key: StoredSigningKey,
  all: readonly StoredSigningKey[],
  accessTokens: KeyChain,
  now: number,
): KeyLife {
  const policy = chainOf(key, accessTokens);
  const keys = keysOf(all, policy);
  const phase = phaseOf(key, keys, policy, now);
  const { kid, alg, purpose, createdAt, signsFrom, compromisedAt } = key;
  return {
    ...{ kid, alg, purpose, createdAt, signsFrom, phase, compromisedAt },
    publicUntil: phase === 'retired' ? endOf(key, policy) : null,
    nextAnnouncedAt: phase === 'signing' ? nextAnnouncedAt(key, keys, policy, now) : null,
  };
}

function nextAnnouncedAt(key: ScheduledKey, keys: readonly ScheduledKey[], policy: KeyPolicy, now: number) {
  if (key.alg !== policy.alg || announcedKey(keys, policy, now) !== undefined) return null;
  return key.signsFrom + (policy.rotation - policy.announce) * SECOND;
}
