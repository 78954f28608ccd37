import { setTimeout as wait } from 'node:timers/promises';

import { AccessRevokedError, SignInNeededError } from '../client.errors.ts';
import type { Clock } from './clock.ts';
import { entryOf, type PersonTokens, type Tokens, tokensIn } from './person-tokens.ts';
import type { StoredEntry, TokenStore } from './token-store.ts';

/** What refreshes and ends tokens. */
export interface TokenIssuer {
  /** Settles when the server's endpoints are known. */
  discovered(): Promise<unknown>;
  /** @returns undefined where the server takes the refresh token no longer. @throws where it did not answer. */
  refresh(tokens: Tokens): Promise<Tokens | undefined>;
  revoke(tokens: Tokens): Promise<void>;
}

/** A token that expires so soon might do so on its way. Milliseconds, as all below. */
const EXPIRES_SOON = 10_000;
/** Longer than a refresh takes with all its tries, and shorter than a `refresh_retry_window` of 30 seconds (ADR 64). */
const LEASE = 20_000;
const LOOK_AGAIN = 50;
/** An API that refuses new tokens too has another reason: do not refresh at each of its calls. */
const NO_SECOND_REFRESH = 60_000;

/** Keeps people's tokens fresh: one refresh for all calls of all processes that share the store. */
export class TokenKeeper {
  private readonly running = new Map<string, Promise<PersonTokens>>();

  constructor(
    private readonly store: TokenStore,
    private readonly issuer: TokenIssuer,
    private readonly clock: Clock,
  ) {}

  /** @param refused an access token that an API took no longer, before its time. */
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
      // First, so that a server that does not answer leaves what to try again with.
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

  /** One that reaches further was written by a clock that was wrong. */
  private isLeased({ leasedUntil = 0 }: PersonTokens): boolean {
    const left = leasedUntil - this.clock.now();
    return left > 0 && left <= LEASE;
  }

  /** @returns undefined where another process was first, or the entry changed meanwhile. */
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

  /** Without an answer the refresh token stays: within the server's retry window it is good for the same answer. */
  private async refreshOrRelease(person: string, tokens: PersonTokens, leased: StoredEntry) {
    try {
      return await this.issuer.refresh(tokens);
    } catch (error) {
      await this.store.swap(person, leased.version, entryOf({ ...tokens, leasedUntil: undefined }));
      throw error;
    }
  }
}
