import { createHash } from 'node:crypto';

import { BearerFault, isBearerFault } from '../../bearer/bearer-fault.ts';
import {
  type CompactJws,
  isJsonObject,
  type JsonObject,
  parseCompactJws,
  parseJsonPart,
} from '../token/compact-jws.ts';
import { assertProofSignature } from './proof-signature.ts';
import { sha256, thumbprintOf } from './thumbprint.ts';

/** Accepted age of a proof in milliseconds, in both directions (RFC 9449 §11.1). */
const WINDOW = 60_000;

const LONGEST_JTI = 256;

/** What a proof must match. */
export interface ProvenCall {
  readonly method: string;
  readonly url: string;
  /** The access token beside it. */
  readonly token: string;
  /** Thumbprint of the key in the token. */
  readonly jkt: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** A valid proof, before the check of its single use. */
export interface Proof {
  /** 128 bits of a hash of key and `jti`: many are kept. */
  readonly id: string;
  /** When it has expired on every clock, in milliseconds since 1970. */
  readonly expiresAt: number;
}

/** Verifies a proof at a resource (RFC 9449 §4.3). Throws `invalid_dpop_proof`. */
export function assertProof(text: string, call: ProvenCall): Proof {
  const { jws, claims } = parse(text);
  const { typ, crit, jwk } = jws.header;
  if (typ !== 'dpop+jwt' || crit !== undefined) throw BearerFault.invalidProof('typ is not dpop+jwt, or crit');
  if (!isJsonObject(jwk)) throw BearerFault.invalidProof('no jwk');
  // First, so that only the token's own key is ever computed with.
  if (thumbprintOf(jwk) !== call.jkt)
    throw BearerFault.invalidProof('signed with another key than the one the token is bound to');
  assertProofSignature(jws, jwk);
  return assertClaims(claims, call);
}

function parse(text: string): { jws: CompactJws; claims: JsonObject } {
  try {
    const jws = parseCompactJws(text);
    return { jws, claims: parseJsonPart(jws.payload) };
  } catch (error) {
    throw isBearerFault(error) ? BearerFault.invalidProof(error.message) : error;
  }
}

function assertClaims({ jti, htm, htu, iat, ath }: JsonObject, { method, url, token, jkt, now }: ProvenCall): Proof {
  if (typeof jti !== 'string' || jti === '' || jti.length > LONGEST_JTI)
    throw BearerFault.invalidProof('no usable jti');
  if (htm !== method) throw BearerFault.invalidProof('htm is not the method');
  if (!isSameUrl(htu, url)) throw BearerFault.invalidProof('htu is not the URL of the call');
  if (ath !== sha256(token)) throw BearerFault.invalidProof('ath is not the hash of the token');
  if (typeof iat !== 'number' || Math.abs(now - iat * 1_000) > WINDOW)
    throw BearerFault.invalidProof('iat is not recent');
  return { id: idOf(jkt, jti), expiresAt: iat * 1_000 + WINDOW };
}

/** Not cut from a longer text: V8 would keep that too. */
const idOf = (jkt: string, jti: string) =>
  createHash('sha256')
    .update(JSON.stringify([jkt, jti]))
    .digest()
    .toString('base64url', 0, 16);

/** Compares normalised URLs without query and fragment (RFC 9449 §4.3, RFC 3986 §6.2.2, §6.2.3). */
function isSameUrl(htu: unknown, url: string): boolean {
  if (typeof htu !== 'string' || !/^[!-[\]-~]+$/.test(htu) || !URL.canParse(htu) || !URL.canParse(url)) return false;
  const named = new URL(htu);
  return named.username === '' && named.password === '' && normalised(named) === normalised(new URL(url));
}

const normalised = ({ origin, pathname }: URL) =>
  origin +
  pathname.replace(/%[0-9a-f]{2}/gi, (encoded) => {
    const character = String.fromCharCode(parseInt(encoded.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : encoded.toUpperCase();
  });
