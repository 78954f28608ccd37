import type { KeyLife } from '../../model/keys/signing/key-life';

/** The line of `keys list` for a key. */
export function describeKey(key: KeyLife): string {
  const { phase, signsFrom, publicUntil, compromisedAt, nextAnnouncedAt } = key;
  const next = nextAnnouncedAt === null ? '' : `; the next is announced at ${timeOf(nextAnnouncedAt)}`;
  const said = {
    announced: () => `signs from ${timeOf(signsFrom)}`,
    signing: () => `since ${timeOf(signsFrom)}${next}`,
    retired: () => `in the JWKS until ${timeOf(publicUntil)}`,
    compromised: () => `since ${timeOf(compromisedAt)}`,
  };
  const purpose = key.purpose === 'id_token' ? 'for ID tokens, ' : '';
  return `${phase.padEnd(11)}  ${key.alg}  ${key.kid}  ${purpose}${said[phase]()}`;
}

export const timeOf = (time: number | null) => new Date(time ?? 0).toISOString();
