import type { VerifiedAccessToken } from '../token/verified-access-token.ts';
import { type Kind, KINDS } from './revocation-entry.ts';
import type { JudgedToken } from './revocations.ts';

/** What the entries of one log may name a token by: refused where the table holds more than the counter. */
export interface TokenTrace {
  readonly log: string;
  /** The kinds that it knows, as {@link kindBit}s. */
  readonly kinds: number;
  readonly digests: readonly string[];
  readonly counters: readonly number[];
}

/** Computes a digest; `isShared` where many tokens have the value. */
type Name = (kind: Kind, value: string, isShared: boolean) => string;

export const kindBit = (kind: Kind) => 1 << KINDS.indexOf(kind);

/** @param kinds that the log has entries of, as {@link kindBit}s: the digests of others need not be computed. */
export function traceOf({ token, key }: JudgedToken, log: string, kinds: number, digestOf: Name): TokenTrace {
  const digests: string[] = [];
  const counters: number[] = [];
  for (const kind of KINDS) {
    if ((kinds & kindBit(kind)) === 0) continue;
    const counter = counterOf(kind, token);
    for (const value of valuesOf(kind, token, key.kid)) {
      digests.push(digestOf(kind, value, isShared(kind, value, token)));
      counters.push(counter);
    }
  }
  return { log, kinds, digests, counters };
}

function isShared(kind: Kind, value: string, { clientId }: VerifiedAccessToken): boolean {
  return kind === 'key' || kind === 'before' || ((kind === 'client' || kind === 'disabled') && value === clientId);
}

function valuesOf(kind: Kind, token: VerifiedAccessToken, kid: string): readonly string[] {
  switch (kind) {
    case 'family':
      return token.familyId === undefined ? [] : [token.familyId];
    case 'token':
      return token.tokenId === undefined ? [] : [token.tokenId];
    case 'grant':
      return [`${token.subject}\0${grantClientOf(token)}`];
    case 'reissue':
      // Without a client: all grants of the account, or the application's own tokens.
      return [`${token.subject}\0${grantClientOf(token)}`, `${token.subject}\0`];
    case 'account':
      return [token.subject];
    case 'client':
    case 'disabled':
      // A token in an application's own name has it as `sub`, and an exchanged one stands on another's grant.
      return [...new Set([token.clientId, grantClientOf(token), token.subject])];
    case 'key':
      return [kid];
    case 'before':
      return [''];
  }
}

/** What `n` of an entry is compared with: the grant's epoch or reissues, or `iat` in seconds. */
function counterOf(kind: Kind, { claims, issuedAt }: VerifiedAccessToken): number {
  if (kind === 'grant') return countOf(claims.ge);
  if (kind === 'reissue') return countOf(claims.rv);
  return kind === 'client' || kind === 'before' ? countOf(issuedAt / 1_000) : 0;
}

const countOf = (claim: unknown) => (typeof claim === 'number' && claim > 0 ? claim : 0);

function grantClientOf({ claims, clientId }: VerifiedAccessToken): string {
  return typeof claims.gc === 'string' ? claims.gc : clientId;
}
