import { setTimeout as wait } from 'node:timers/promises';

import { AccessRevokedError, SignInNeededError } from '../client.errors.ts';
import type { Clock } from './clock.ts';
import { entryOf, type PersonTokens, type Tokens, tokensIn } from './person-tokens.ts';
import type { StoredEntry, TokenStore } from './token-store.ts';

/** Refreshes and revokes tokens at the authorization server. */
export interface TokenIssuer {
  /** Resolves when the server's endpoints are known. */
  discovered(): Promise<unknown>;
  /**
   * @returns undefined if the server refuses the refresh token.
   * @throws IssuerUnavailableError if it does not answer; AccessRevokedError if its answer cannot be used.
   */
  refresh(tokens: Tokens): Promise<Tokens | undefined>;
  revoke(tokens: Tokens): Promise<void>;
}

/** A token that expires within this time may expire on its way to the API. Milliseconds, as all below. */
const EXPIRES_SOON = 10_000;
/** Longer than a refresh takes with all its tries, and shorter than a `refresh_retry_window` of 30 seconds (ADR 64). */
const LEASE = 20_000;
const LOOK_AGAIN = 50;
/** An API that refuses a new token as well has another reason: refreshing at each call would not help. */
const NO_SECOND_REFRESH = 60_000;

/** Keeps people's tokens fresh: one refresh for all calls of all processes that share the store. */
export class TokenKeeper {
  private readonly running = new Map<string, Promise<PersonTokens>>();

  constructor(
    private readonly store: TokenStore,
    private readonly issuer: TokenIssuer,
    private readonly clock: Clock,
  ) {}

  /** @param refused an access token that an API refused before it expired. */
  fresh(person: string, refused?: string): Promise<PersonTokens> {
    const key = JSON.stringify([person, refused]);
    const running = this.running.get(key) ?? this.obtain(person, refused).finally(() => this.running.delete(key));
    this.running.set(key, running);
    return running;
  }

  async keep(person: string, tokens: Tokens): Promise<void> {
    const next = entryOf(tokens);
    while (!(await this.store.swap(person, (await this.store.find(person))?.version, next)));
  }

  async forget(person: string): Promise<void> {
    for (;;) {
      const entry = await this.store.find(person);
      if (entry === undefined) return;
      const tokens = tokensIn(entry);
      // Revoke before deleting: if the server does not answer, the next call still has the tokens.
      if (!('revoked' in tokens)) await this.issuer.revoke(tokens);
      if (await this.store.swap(person, entry.version, undefined)) return;
    }
  }

  private async obtain(person: string, refused: string | undefined): Promise<PersonTokens> {
    for (;;) {
      const entry = await this.store.find(person);
      if (entry === undefined) throw new SignInNeededError();
      const tokens = tokensIn(entry);
      if ('revoked' in tokens) throw new AccessRevokedError();
      if (this.isUsable(tokens, refused)) return tokens;
      if (tokens.refreshToken === undefined) throw new SignInNeededError('Sign in again: the access has expired');
      if (this.isLeased(tokens)) await wait(LOOK_AGAIN);
      else {
        const refreshed = await this.refreshOnce(person, entry, refused !== undefined);
        if (refreshed !== undefined) return refreshed;
      }
    }
  }

  private isUsable({ accessToken, expiresAt, forcedAt }: PersonTokens, refused: string | undefined): boolean {
    const now = this.clock.now();
    if (expiresAt !== undefined && expiresAt - EXPIRES_SOON <= now) return false;
    return accessToken !== refused || (forcedAt !== undefined && now - forcedAt < NO_SECOND_REFRESH);
  }

  /** A lease that ends later than `LEASE` from now comes from a wrong clock and does not count. */
  private isLeased({ leasedUntil = 0 }: PersonTokens): boolean {
    const left = leasedUntil - this.clock.now();
    return left > 0 && left <= LEASE;
  }

  /** @returns undefined if another process took the lease, or the entry changed meanwhile. */
  private async refreshOnce(person: string, entry: StoredEntry, isForced: boolean): Promise<PersonTokens | undefined> {
    const tokens = tokensIn(entry) as PersonTokens;
    await this.issuer.discovered();
    const leased = entryOf({ ...tokens, leasedUntil: this.clock.now() + LEASE });
    if (!(await this.store.swap(person, entry.version, leased))) return undefined;
    const answer = await this.refreshOrRelease(person, tokens, leased);
    if (answer === undefined) {
      const isOurs = await this.store.swap(person, leased.version, entryOf({ revoked: true }));
      if (isOurs) throw new AccessRevokedError();
      return undefined;
    }
    const refreshed = isForced ? { ...answer, forcedAt: this.clock.now() } : answer;
    return (await this.store.swap(person, leased.version, entryOf(refreshed))) ? refreshed : undefined;
  }

  /** Without an answer the refresh token stays: the server's retry window answers it again. */
  private async refreshOrRelease(person: string, tokens: PersonTokens, leased: StoredEntry) {
    try {
      return await this.issuer.refresh(tokens);
    } catch (error) {
      const isOver = error instanceof AccessRevokedError;
      const kept = entryOf(isOver ? { revoked: true } : { ...tokens, leasedUntil: undefined });
      await this.store.swap(person, leased.version, kept);
      throw error;
    }
  }
}
