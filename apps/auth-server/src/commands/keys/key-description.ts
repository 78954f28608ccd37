import { type KeyChain, chainOf, keysOf } from '../../protocol/signing/key-chain';
import { type KeyPolicy, type ScheduledKey, announcedKey, endOf, phaseOf } from '../../protocol/signing/key-schedule';
import type { StoredSigningKey } from '../../keys/signing-key.repository';

const SECOND = 1000;

/** The line of `keys list` for a key. */
export function describeKey(
  key: StoredSigningKey,
  all: readonly StoredSigningKey[],
  accessTokens: KeyChain,
  now: number,
): string {
  const policy = chainOf(key, accessTokens);
  const keys = keysOf(all, policy);
  const phase = phaseOf(key, keys, policy, now);
  const said = {
    announced: () => `signs from ${timeOf(key.signsFrom)} on`,
    signing: () => `since ${timeOf(key.signsFrom)}${followedBy(key, keys, policy, now)}`,
    retired: () => `in the JWKS until ${timeOf(endOf(key, policy))}`,
    compromised: () => `since ${timeOf(key.compromisedAt ?? now)}`,
  };
  const purpose = key.purpose === 'id_token' ? 'for ID tokens, ' : '';
  return `${phase.padEnd(11)}  ${key.alg}  ${key.kid}  ${purpose}${said[phase]()}`;
}

function followedBy(key: ScheduledKey, keys: readonly ScheduledKey[], policy: KeyPolicy, now: number): string {
  if (key.alg !== policy.alg || announcedKey(keys, policy, now) !== undefined) return '';
  return `; the next is announced at ${timeOf(key.signsFrom + (policy.rotation - policy.announce) * SECOND)}`;
}

export const timeOf = (time: number) => new Date(time).toISOString();
