import { isJsonObject } from '../token/compact-jws.ts';

/** What entries refuse tokens by. */
export const KINDS = ['family', 'token', 'grant', 'reissue', 'account', 'client', 'disabled', 'key', 'before'] as const;
export type Kind = (typeof KINDS)[number];

/** Entries of one kind that expire together: what the issuer took back, or, as `enabled`, gave back. */
export interface RevocationEntries {
  readonly kind: Kind | 'enabled';
  /** Epoch seconds until which they must be held. */
  readonly expiresAt: number;
  /** Each 16 characters, one a byte. */
  readonly digests: readonly string[];
  /** Beside each digest: the counter below which tokens are refused. */
  readonly bounds: readonly unknown[];
  /** Beside each digest of `disabled` and `enabled`: when it was said. */
  readonly versions: readonly unknown[];
}

const KNOWN: ReadonlySet<unknown> = new Set([...KINDS, 'enabled']);
const DIGEST_BYTES = 16;

/** The entries of a page; those that are malformed or of an unknown kind are counted and left out. */
export function parseEntries(list: unknown): { entries: RevocationEntries[]; unread: number } {
  if (!Array.isArray(list)) throw new Error('entries is not a list');
  const entries = (list as unknown[]).map(parseGroup).filter((group) => group !== undefined);
  return { entries, unread: list.length - entries.length };
}

function parseGroup(item: unknown): RevocationEntries | undefined {
  if (!isJsonObject(item) || !KNOWN.has(item.k)) return undefined;
  const { k, h, exp, n, v } = item;
  const bytes = Buffer.from(typeof h === 'string' ? h : '', 'base64url').toString('latin1');
  const count = bytes.length / DIGEST_BYTES;
  if (!Number.isInteger(count) || count === 0 || typeof exp !== 'number') return undefined;
  return {
    kind: k as RevocationEntries['kind'],
    expiresAt: exp,
    digests: Array.from({ length: count }, (_, at) => bytes.slice(at * DIGEST_BYTES, (at + 1) * DIGEST_BYTES)),
    bounds: Array.isArray(n) ? n : [],
    versions: Array.isArray(v) ? v : [],
  };
}

export const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
