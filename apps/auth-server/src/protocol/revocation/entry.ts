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
  expiresAt: number;
  /** Whose tokens it refuses, and which of them: a wide entry covers those of the same. */
  holder: string | null;
  pair: string | null;
}

/** What a service compares. */
export interface Entry {
  version: number;
  kind: string;
  /** 16 bytes. */
  digest: Buffer;
  below: number | null;
  /** Epoch seconds until which it must be held: whole hours, so that many entries share one. */
  exp: number;
}

/** On the wire: entries of one kind that expire together; `h` is base64url of their digests, one after another. */
export interface EntryGroup {
  k: string;
  exp: number;
  h: string;
  /** Beside each digest: the counter or time below which tokens are refused. */
  n?: (number | null)[];
  /** Beside each digest of a state: of all that name an application the highest counts. */
  v?: number[];
}

/** Half of SHA-256: 2^64 values of one kind until two are likely to share a digest. */
const DIGEST_BYTES = 16;
const HOUR = 3_600;

/** Both name an application: one digest for both. */
const STATES = new Set(['disabled', 'enabled']);

/** Account ids are not public, so values are published as digests; `log` keys them. */
export const digestOf = (log: string, kind: string, value: string) =>
  createHmac('sha256', log)
    .update(`${STATES.has(kind) ? 'disabled' : kind}\0${value}`)
    .digest()
    .subarray(0, DIGEST_BYTES);

export function entryOf(
  { version, kind, subject, clientId, below, expiresAt }: PublishedRevocation,
  log: string,
): Entry {
  const digest = digestOf(log, kind, clientId === null ? subject : `${subject}\0${clientId}`);
  return { version, kind, digest, below, exp: Math.ceil(expiresAt / (1000 * HOUR)) * HOUR };
}

/** In the order of the entries. */
export function groupEntries(entries: readonly Entry[]): EntryGroup[] {
  const groups = new Map<string, Entry[]>();
  for (const entry of entries) {
    const key = `${entry.kind} ${entry.exp}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [entry]);
    else group.push(entry);
  }
  return [...groups.values()].map(groupOf);
}

function groupOf(entries: readonly Entry[]): EntryGroup {
  const { kind: k, exp } = entries[0]!;
  const h = Buffer.concat(entries.map(({ digest }) => digest)).toString('base64url');
  if (STATES.has(k)) return { k, exp, h, v: entries.map(({ version }) => version) };
  const isBounded = entries.some(({ below }) => below !== null);
  return { k, exp, h, ...(isBounded && { n: entries.map(({ below }) => below) }) };
}
