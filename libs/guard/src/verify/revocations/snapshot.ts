import { assertSignature } from '../keys/signature.ts';
import { type KeyFinder, keyForToken } from '../keys/token-key.ts';
import { isJsonObject, type JsonObject, parseCompactJws } from '../token/compact-jws.ts';
import { isCount, parseEntries, type RevocationEntry } from './revocation-entry.ts';

/** A signed document: all of a log, or what came since a version. */
export interface Snapshot {
  readonly log: string;
  readonly version: number;
  /** The version that it continues; undefined of a whole snapshot. */
  readonly since: number | undefined;
  /** Epoch seconds, by the issuer's clock. */
  readonly issuedAt: number;
  /** Milliseconds after which to ask again. */
  readonly ttl: number;
  readonly entries: readonly RevocationEntry[];
  /** Entries that this version of the library cannot read. */
  readonly unread: number;
}

export interface SnapshotExpectations {
  readonly issuer: string;
  readonly keys: KeyFinder;
  /** Epoch milliseconds. */
  readonly now: number;
  /** Whether a key was compromised: what it signs counts no more. */
  readonly isCompromised: (kid: string) => boolean;
}

/** For a clock here that is ahead of the issuer's; in seconds, beside the 300 for which a document lives. */
const LEEWAY = 300;
const TTL_SECONDS = { least: 5, most: 3_600 };

/** Verifies a document and reads it. Rejects with an Error for the log. */
export async function readSnapshot(text: string, expected: SnapshotExpectations): Promise<Snapshot> {
  const jws = parseCompactJws(text);
  // An access token's type is at+jwt (RFC 8725 §3.11).
  if (!isSnapshotType(jws.header.typ)) throw new Error('typ is not revocations+jwt');
  const key = await keyForToken(jws.header, expected.keys);
  if (expected.isCompromised(key.kid)) throw new Error('it is signed by a compromised key');
  assertSignature(jws, key);
  const claims: unknown = JSON.parse(Buffer.from(jws.payload, 'base64url').toString('utf8'));
  if (!isJsonObject(claims)) throw new Error('the payload is not a JSON object');
  return readClaims(claims, expected);
}

const isSnapshotType = (typ: unknown) => typeof typ === 'string' && /^(application\/)?revocations\+jwt$/i.test(typ);

function readClaims(claims: JsonObject, { issuer, now }: SnapshotExpectations): Snapshot {
  const { iss, iat, exp, ttl, v, log, since } = claims;
  if (iss !== issuer) throw new Error('iss is not the issuer');
  if (!isLogId(log) || !isCount(v)) throw new Error('log or v is missing');
  if (typeof iat !== 'number' || typeof exp !== 'number') throw new Error('iat or exp is missing');
  if (now / 1_000 >= exp + LEEWAY) throw new Error('it expired, by the clock of this service');
  if (since !== undefined && !isCount(since)) throw new Error('since is no version');
  const seconds = typeof ttl === 'number' ? Math.min(Math.max(ttl, TTL_SECONDS.least), TTL_SECONDS.most) : 60;
  return { log, version: v, since, issuedAt: iat, ttl: seconds * 1_000, ...parseEntries(claims.entries) };
}

/** 16 random bytes; not longer than one block of SHA-256. */
export const isLogId = (value: unknown): value is string =>
  typeof value === 'string' && /^[A-Za-z0-9_-]{16,64}$/.test(value);
