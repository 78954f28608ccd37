import { randomUUID } from 'node:crypto';

import type { StoredEntry } from './token-store.ts';

/** A private key of P-256 (RFC 7517). */
export interface DpopJwk {
  readonly kty: 'EC';
  readonly crv: 'P-256';
  readonly x: string;
  readonly y: string;
  readonly d: string;
}

/** Tokens as the authorization server issued them. Times are milliseconds since 1970. */
export interface Tokens {
  readonly accessToken: string;
  readonly expiresAt?: number | undefined;
  readonly refreshToken?: string | undefined;
  readonly scopes: readonly string[];
  /** The key that the tokens are bound to (RFC 9449). */
  readonly dpop?: DpopJwk | undefined;
}

/** Tokens as the store keeps them. */
export interface PersonTokens extends Tokens {
  /** Until this time only the process that wrote it may refresh them (ADR 64). */
  readonly leasedUntil?: number | undefined;
  /** The time of the refresh, if an API forced it by refusing a token before it expired. */
  readonly forcedAt?: number | undefined;
}

/** Stored in place of tokens that the server refused to refresh. */
export interface RevokedTokens {
  readonly revoked: true;
}

export const entryOf = (tokens: PersonTokens | RevokedTokens): StoredEntry => ({
  version: randomUUID(),
  data: JSON.stringify(tokens),
});

export const tokensIn = ({ data }: StoredEntry) => JSON.parse(data) as PersonTokens | RevokedTokens;
