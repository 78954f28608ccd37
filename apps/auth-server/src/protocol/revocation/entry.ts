import { createHmac } from 'node:crypto';

/** A published ending as it is stored; times in epoch milliseconds. */
export interface PublishedRevocation {
  version: number;
  kind: string;
  /** What tokens name: a family, a token, an account, a client or a key. */
  subject: string;
  /** The public id of a grant's client; the subject is its account. */
  clientId: string | null;
  below: number | null;
  at: number;
  expiresAt: number;
}

/** On the wire. `exp`: epoch seconds until which it must be held. */
export interface Entry {
  v: number;
  k: string;
  h: string;
  n?: number;
  exp: number;
}

/** Half of SHA-256: 2^64 values of one kind until two are likely to share a digest. */
const DIGEST_BYTES = 16;

/** What names no token itself, but the entry that it lifts. */
export const LIFT = 'enabled';
const LIFTED = 'disabled';

/** Account ids are not public, so values are published as digests; `log` keys them. @returns 22 characters of base64url */
export function digestOf(log: string, kind: string, value: string): string {
  const hmac = createHmac('sha256', log).update(`${kind}\0${value}`).digest();
  return hmac.toString('base64url', 0, DIGEST_BYTES);
}

export function entryOf(row: PublishedRevocation, log: string): Entry {
  const { version, kind, subject, clientId, below, expiresAt } = row;
  const value = clientId === null ? subject : `${subject}\0${clientId}`;
  return {
    v: version,
    k: kind,
    h: digestOf(log, kind === LIFT ? LIFTED : kind, value),
    ...(below !== null && { n: below }),
    exp: Math.ceil(expiresAt / 1000),
  };
}

/** JSON that ends with the entries, which have been written before. @param texts of entries */
export const jsonWith = (head: object, texts: readonly string[]) =>
  `${JSON.stringify(head).slice(0, -1)},"entries":[${texts.join(',')}]}`;
