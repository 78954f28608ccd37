import { assertSignature } from '../keys/signature.ts';
import { type KeyFinder, keyForToken } from '../keys/token-key.ts';
import { isJsonObject, type JsonObject, parseCompactJws } from '../token/compact-jws.ts';
import { parseEntries, type RevocationEntries } from './revocation-entry.ts';

/** A signed page of an issuer's revocations: what came after a cursor. */
export interface RevocationPage {
  readonly log: string;
  /** The cursor of the page that follows. */
  readonly next: string;
  /** Whether that one is there already. */
  readonly hasMore: boolean;
  /** Epoch seconds, by the issuer's clock. */
  readonly issuedAt: number;
  /** Milliseconds for which it confirms what is held. */
  readonly ttl: number;
  /** Whole seconds for which the issuer holds a call for the next one. */
  readonly wait: number;
  readonly entries: readonly RevocationEntries[];
  /** Entries that this version of the library cannot read. */
  readonly unread: number;
}

export interface PageExpectations {
  readonly issuer: string;
  readonly keys: KeyFinder;
  /** Epoch milliseconds. */
  readonly now: number;
  /** Whether a key was compromised: what it signs counts no more. */
  readonly isCompromised: (kid: string) => boolean;
}

/** A page that came and may not be used. */
export class UnusablePage extends Error {
  override readonly name = 'UnusablePage';
}

/** Seconds, for a clock here that is ahead of the issuer's. */
const LEEWAY = 300;
const TTL = { least: 5, most: 3_600, otherwise: 60 };
const WAIT = { least: 0, most: 60, otherwise: 0 };

/** Verifies a page and reads it. Rejects with an Error for the log. */
export async function readPage(text: string, expected: PageExpectations): Promise<RevocationPage> {
  const jws = parseCompactJws(text);
  // An access token's type is at+jwt (RFC 8725 §3.11).
  if (!isPageType(jws.header.typ)) throw new Error('typ is not revocations+jwt');
  const key = await keyForToken(jws.header, expected.keys);
  if (expected.isCompromised(key.kid)) throw new Error('it is signed by a compromised key');
  assertSignature(jws, key);
  const claims: unknown = JSON.parse(Buffer.from(jws.payload, 'base64url').toString('utf8'));
  if (!isJsonObject(claims)) throw new Error('the payload is not a JSON object');
  return readClaims(claims, expected);
}

const isPageType = (typ: unknown) => typeof typ === 'string' && /^(application\/)?revocations\+jwt$/i.test(typ);

function readClaims(claims: JsonObject, { issuer, now }: PageExpectations): RevocationPage {
  const { iss, iat, exp, ttl, wait, log, next, more } = claims;
  if (iss !== issuer) throw new Error('iss is not the issuer');
  if (!isLogId(log)) throw new Error('log is missing');
  if (!isCursor(next)) throw new Error('next is not a cursor');
  if (typeof iat !== 'number' || typeof exp !== 'number') throw new Error('iat or exp is missing');
  if (now / 1_000 >= exp + LEEWAY) throw new Error('it has expired, by the clock of this service');
  return {
    log,
    next,
    hasMore: more === true,
    issuedAt: iat,
    ttl: 1_000 * within(ttl, TTL),
    wait: Math.floor(within(wait, WAIT)),
    ...parseEntries(claims.entries),
  };
}

const within = (seconds: unknown, { least, most, otherwise }: typeof TTL) =>
  typeof seconds === 'number' ? Math.min(Math.max(seconds, least), most) : otherwise;

/** 16 random bytes; not longer than one block of SHA-256. */
const isLogId = (value: unknown): value is string => typeof value === 'string' && /^[A-Za-z0-9_-]{16,64}$/.test(value);

const isCursor = (value: unknown): value is string => typeof value === 'string' && value !== '' && value.length <= 200;
