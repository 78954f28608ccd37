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

/** What the authorization server gave. Times are milliseconds since 1970. */
export interface Tokens {
  readonly accessToken: string;
  readonly expiresAt?: number | undefined;
  readonly refreshToken?: string | undefined;
  readonly scopes: readonly string[];
  /** The key that the tokens are bound to (RFC 9449). */
  readonly dpop?: DpopJwk | undefined;
}

/** Tokens as they are stored. */
export interface PersonTokens extends Tokens {
  /** Until when one process alone may refresh them. */
  readonly leasedUntil?: number | undefined;
  /** When they came by a refresh before their time, as an API refused the token before. */
  readonly forcedAt?: number | undefined;
}

/** What is left of tokens that the server takes no longer. */
export interface RevokedTokens {
  readonly revoked: true;
}

export const entryOf = (tokens: PersonTokens | RevokedTokens): StoredEntry => ({
  version: randomUUID(),
  data: JSON.stringify(tokens),
});

export const tokensIn = ({ data }: StoredEntry) => JSON.parse(data) as PersonTokens | RevokedTokens;
