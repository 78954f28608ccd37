import { type KeyPolicy, type ScheduledKey, announcedKey, endOf, phaseOf } from '../protocol/key-schedule';

const SECOND = 1000;

/** A line that says where a key stands in its life, for the operator. */
export function describeKey(key: ScheduledKey, keys: readonly ScheduledKey[], policy: KeyPolicy, now: number): string {
  const phase = phaseOf(key, keys, policy, now);
  const said = {
    announced: () => `signs from ${timeOf(key.signsFrom)} on`,
    signing: () => `since ${timeOf(key.signsFrom)}${followedBy(key, keys, policy, now)}`,
    retired: () => `in the JWKS until ${timeOf(endOf(key, policy))}`,
    compromised: () => `since ${timeOf(key.compromisedAt ?? now)}`,
  };
  return `${phase.padEnd(11)}  ${key.alg}  ${key.kid}  ${said[phase]()}`;
}

function followedBy(key: ScheduledKey, keys: readonly ScheduledKey[], policy: KeyPolicy, now: number): string {
  if (key.alg !== policy.alg || announcedKey(keys, policy, now) !== undefined) return '';
  return `; the next is announced at ${timeOf(key.signsFrom + (policy.rotation - policy.announce) * SECOND)}`;
}

const timeOf = (time: number) => new Date(time).toISOString();
