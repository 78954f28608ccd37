import { isJsonObject } from '../token/compact-jws.ts';
import { parseDigest } from './revocation-digest.ts';
import { ALWAYS } from './revocation-table.ts';

/** What entries refuse tokens by. */
export const KINDS = ['family', 'token', 'grant', 'reissue', 'account', 'client', 'disabled', 'key', 'before'] as const;
export type Kind = (typeof KINDS)[number];

/** One thing that the issuer took back, or gave back: `enabled` lifts the `disabled` entry whose version is `n`. */
export interface RevocationEntry {
  readonly version: number;
  readonly kind: Kind | 'enabled';
  /** 16 characters, one a byte. */
  readonly digest: string;
  /** Tokens whose counter is lower are refused. */
  readonly n: number;
  /** Epoch seconds until which it must be held. */
  readonly expiresAt: number;
}

const KNOWN: ReadonlySet<unknown> = new Set([...KINDS, 'enabled']);

/** The entries of a document or event; what is malformed or of an unknown kind is counted and left out. */
export function parseEntries(list: unknown): { entries: RevocationEntry[]; unread: number } {
  if (!Array.isArray(list)) throw new Error('entries is not a list');
  const entries: RevocationEntry[] = [];
  for (const item of list as unknown[]) {
    const entry = parseEntry(item);
    if (entry !== undefined) entries.push(entry);
  }
  return { entries, unread: list.length - entries.length };
}

function parseEntry(item: unknown): RevocationEntry | undefined {
  if (!isJsonObject(item) || !KNOWN.has(item.k)) return undefined;
  const digest = parseDigest(item.h);
  if (digest === undefined || !isCount(item.v) || typeof item.exp !== 'number') return undefined;
  const kind = item.k as RevocationEntry['kind'];
  // A lift of anything lifts nothing; every other entry without a readable bound refuses always.
  if (kind === 'enabled' && !isCount(item.n)) return undefined;
  return { version: item.v, kind, digest, n: isCount(item.n) ? Math.min(item.n, ALWAYS) : ALWAYS, expiresAt: item.exp };
}

export const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
