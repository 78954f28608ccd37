import type { JWTHeaderParameters, JWTPayload } from 'jose';
import { createHash } from 'node:crypto';
import { OAuthError } from '../oauth-error';
import { hashToken } from './opaque-secret';
import { type PublicJwk, readPublicJwk, thumbprintOf } from '../signing/public-jwk';
import { readUnverifiedJwt } from '../signing/unverified-jwt';

const TYP = 'dpop+jwt';

/** Seconds, in both directions (RFC 9449 §11.1). */
const WINDOW = 60;

const LONGEST_JTI = 256;

export interface PresentedProof {
  text: string;
  method: string;
  /** Below the issuer's URL. */
  path: string;
}

export interface ProofTarget {
  method: string;
  /** By configuration: the caller controls the `Host` header. */
  url: string;
  /** At a resource. */
  accessToken?: string;
  /** That are taken. */
  algorithms: readonly string[];
  /** Epoch milliseconds. */
  now: number;
}

/** Not yet checked for single use. */
export interface DpopProof {
  /** RFC 7638. */
  jkt: string;
  /** Of key and `jti`. */
  hash: string;
  /** Epoch milliseconds, on every clock. */
  expiresAt: number;
  nonce: string | undefined;
}

/**
 * RFC 9449 §4.3, except nonce and single use.
 *
 * @throws OAuthError `invalid_dpop_proof`.
 */
export async function verifyDpopProof(text: string, target: ProofTarget): Promise<DpopProof> {
  // Node joins repeated headers by a comma, which no JWT contains.
  if (text.includes(',')) throw invalidProof('send exactly one DPoP header');
  const jwk = keyOf(text);
  const { jti, iat, nonce } = assertClaims(await verifySignature(text, jwk, target), target);
  const jkt = thumbprintOf(jwk);
  const hash = hashToken(JSON.stringify(['dpop', jkt, jti]));
  return { jkt, hash, expiresAt: Math.ceil(iat + 2 * WINDOW) * 1000, nonce };
}

/**
 * Unverified: a wrong key is refused before its signature costs CPU.
 *
 * @throws OAuthError `invalid_dpop_proof` for a missing or unusable key.
 */
export const namedKeyOf = (text: string) => thumbprintOf(keyOf(text));

/** The sender chooses the key: check its size before use. */
function keyOf(text: string): PublicJwk {
  const key = readUnverifiedJwt(text)?.header.jwk;
  const jwk = typeof key === 'object' && key !== null ? readPublicJwk(key as Record<string, unknown>) : null;
  if (jwk === null) throw invalidProof(`the DPoP proof is not a JWT of type ${TYP} with a supported public key`);
  return jwk;
}

async function verifySignature(text: string, jwk: PublicJwk, { now, algorithms }: ProofTarget): Promise<JWTPayload> {
  const { importJWK, jwtVerify } = await import('jose');
  try {
    const options = { typ: TYP, algorithms: [...algorithms], currentDate: new Date(now), clockTolerance: WINDOW };
    const importKey = ({ alg }: JWTHeaderParameters) => importJWK(jwk, alg);
    return (await jwtVerify(text, importKey, options)).payload;
  } catch (cause) {
    throw invalidProof(
      `the DPoP proof is not a valid JWT of type ${TYP}, signed with the public key in its header`,
      cause,
    );
  }
}

interface ProofClaims {
  jti: string;
  iat: number;
  nonce: string | undefined;
}

function assertClaims(payload: JWTPayload, { method, url, accessToken, now }: ProofTarget): ProofClaims {
  const { jti, iat, exp, htm, htu, ath, nonce } = payload;
  if (typeof jti !== 'string' || jti === '' || jti.length > LONGEST_JTI)
    throw invalidProof(`the jti of the DPoP proof must have 1 to ${LONGEST_JTI} characters`);
  if (htm !== method) throw invalidProof(`the htm of the DPoP proof must be ${method}`);
  if (!isSameUrl(htu, url)) throw invalidProof(`the htu of the DPoP proof must be ${url}`);
  if (typeof iat !== 'number' || Math.abs(now / 1000 - iat) > WINDOW)
    throw invalidProof(`the iat of the DPoP proof must be within ${WINDOW} seconds of now`);
  // The leeway of the signature's check is for nbf.
  if (exp !== undefined && now / 1000 >= exp) throw invalidProof('the DPoP proof has expired');
  if (accessToken !== undefined && ath !== hashOf(accessToken))
    throw invalidProof('the ath of the DPoP proof must be the hash of the access token');
  if (nonce !== undefined && typeof nonce !== 'string')
    throw invalidProof('the nonce of the DPoP proof must be a string');
  return { jti, iat, nonce };
}

/** RFC 9449 §4.3, RFC 3986 §6.2.2, §6.2.3: without query and fragment. */
function isSameUrl(htu: unknown, url: string): boolean {
  if (typeof htu !== 'string' || !/^[!-[\]-~]+$/.test(htu) || !URL.canParse(htu)) return false;
  const named = new URL(htu);
  return named.username === '' && named.password === '' && normalised(named) === normalised(new URL(url));
}

const normalised = ({ origin, pathname }: URL) =>
  origin +
  pathname.replace(/%[0-9a-f]{2}/gi, (encoded) => {
    const character = String.fromCharCode(parseInt(encoded.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : encoded.toUpperCase();
  });

/** RFC 9449 §4.2: `ath`. */
const hashOf = (accessToken: string) => createHash('sha256').update(accessToken).digest('base64url');

/**
 * RFC 9449 §5, §10.
 *
 * @param boundTo thumbprint; `null`: not bound.
 * @throws OAuthError `invalid_dpop_proof` without a proof, `invalid_grant` with another key.
 */
export function assertProofKey(boundTo: string | null, proven: string | null): void {
  if (boundTo === null || boundTo === proven) return;
  if (proven === null) throw invalidProof('this code or token is bound to a key: send a DPoP proof');
  throw new OAuthError(
    'invalid_grant',
    'the DPoP proof is signed with a different key than the one this code or token is bound to',
  );
}

export const invalidProof = (description: string, cause?: unknown) =>
  new OAuthError('invalid_dpop_proof', description, { cause });
