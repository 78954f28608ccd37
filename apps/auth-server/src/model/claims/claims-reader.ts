import { Inject, Injectable } from '@nestjs/common';
import { AccountRepository, type DescribedAccount } from '../accounts/account.repository';
import { RecentlyUsed } from '../clients/recently-used';
import { CLOCK, type Clock } from '../../platform/config/clock';
import { SETTINGS, type Settings } from '../../platform/config/settings';
import { InFlight } from '../../platform/outbound/in-flight';
import { OAuthError, invalidGrant } from '../../protocol/oauth-error';
import { allowedClaims, listedClaims, mayHave } from '../../protocol/token/claims-audience';
import type { ExchangedToken } from '../../protocol/token/token-exchange';
import { recordedClaims } from '../../protocol/token/issuer-claims';
import { type Claims, ClaimsProblem, type OwnClaims } from '../../protocol/token/own-claims';
import { profileClaims } from '../../protocol/token/userinfo-claims';
import {
  type ClaimsAnswer,
  NO_CLAIMS,
  addMapped,
  claimsLeft,
  parseClaimsAnswer,
} from '../../protocol/token/own-claims-answer';
import { AskedClaims } from './asked-claims';
import { type ClaimsFor, keyOf, requestOf } from './claims-for';
import { ClaimsLog } from './claims-log';
import { CLAIMS_SOURCE, type ClaimsSource } from './claims-source';

interface Known {
  answer: OwnClaims;
  /** Of the monotonic clock. */
  freshUntil: number;
  staleUntil: number;
}

const CACHE = { entries: 50_000, bytes: 33_554_432 };

/** Requests to the source at once. */
const MOST_ASKED = 256;

/** Seconds. */
const RETRY_AFTER = 5;

const UNAVAILABLE = 'the claims of this account cannot be read right now; nothing was spent: try again';

/** Bytes of an entry beside its text. */
const ENTRY = 500;

/** Claims of the team's own, from its source and its trusted issuers (ADR 50). */
@Injectable()
export class ClaimsReader {
  /** False: there are no claims of the team's own. */
  readonly isOn: boolean;

  private readonly listed: ReadonlySet<string>;
  private readonly mapped: ReadonlyMap<string, readonly string[]>;
  private readonly known = new RecentlyUsed<Known>(CACHE);
  private readonly asked = new InFlight<OwnClaims>(MOST_ASKED);

  constructor(
    private readonly accounts: AccountRepository,
    private readonly log: ClaimsLog,
    @Inject(CLAIMS_SOURCE) private readonly source: ClaimsSource | null,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    const mapping = settings.trustedIssuers.filter(({ claims }) => claims.length > 0);
    this.mapped = new Map(mapping.map(({ issuer, claims }) => [issuer, claims]));
    this.listed = listedClaims(
      settings.resources,
      mapping.flatMap(({ claims }) => claims),
    );
    this.isOn = source !== null || mapping.length > 0;
  }

  /** False: nothing is to be read or asked for a token of the application. */
  isOnFor({ profileInIdToken }: Pick<ClaimsFor['client'], 'profileInIdToken'>): boolean {
    return this.isOn || profileInIdToken;
  }

  /**
   * The claims that may go to the application, in its ID token those of userinfo too if it is registered so. They are those of the grant's counters: what was read before one of them
   * changed is not used after it.
   *
   * @returns `null` where none may go to it: then nothing is asked.
   * @throws OAuthError `temporarily_unavailable` where they cannot be had, and none of before may be used; `invalid_grant`
   *   where the account has to sign in before.
   */
  async get(of: ClaimsFor): Promise<OwnClaims | null> {
    const own = await this.ownOf(of);
    if (!of.client.profileInIdToken || !of.scope.includes('openid')) return own;
    const profile = await this.profileOf(of);
    return { ...NO_CLAIMS, ...own, idToken: { ...own?.idToken, ...profile } };
  }

  private async ownOf(of: ClaimsFor): Promise<OwnClaims | null> {
    const { client, resource, scope } = of;
    const allowed = allowedClaims({ clientId: client.clientId, resource, scope }, this.settings.resources);
    if (!this.isOn || (allowed !== 'all' && allowed.size === 0)) return null;
    return claimsLeft(await this.all(of), (name) => mayHave(allowed, name));
  }

  private async profileOf({ accountId, scope }: ClaimsFor): Promise<Claims> {
    const account = await this.accounts.findProfile(accountId);
    // Closed at this moment: nothing is issued for it.
    return account === null ? {} : { ...profileClaims(account, scope) };
  }

  /** Reads the claims of a token that is exchanged for this one; none for a token without an account. @throws as {@link get}. */
  async forExchange(client: ClaimsFor['client'], token: ExchangedToken): Promise<OwnClaims | null> {
    const { subject: accountId, familyId, grantClientId, grantEpoch, reissues, audience: resource, scope } = token;
    if (familyId === null) return null;
    return this.get({ accountId, client, grantClientId, grantEpoch, reissues, resource, scope });
  }

  /** Before a unit of work, whose rule reaches them by the grant's reissues. */
  async ask(of: ClaimsFor): Promise<AskedClaims> {
    try {
      return new AskedClaims(of.reissues, await this.get(of));
    } catch (error) {
      if (error instanceof OAuthError) return new AskedClaims(of.reissues, error);
      throw error;
    }
  }

  private async all(of: ClaimsFor): Promise<OwnClaims> {
    if (this.source === null) return this.fromIssuer(of);
    const key = keyOf(of);
    const known = this.known.get(key);
    if (known !== undefined && this.clock.elapsed() < known.freshUntil) return known.answer;
    try {
      const answer = this.asked.fetch(key, () => this.fromSource(key, of, this.source!));
      if (answer === null) throw new ClaimsProblem(`${MOST_ASKED} requests are already waiting for an answer`);
      return await answer;
    } catch (error) {
      if (!(error instanceof ClaimsProblem)) throw error;
      if (known !== undefined && this.clock.elapsed() < known.staleUntil) return known.answer;
      throw unavailable(error);
    }
  }

  private async fromIssuer({ accountId, client }: ClaimsFor): Promise<OwnClaims> {
    const account = await this.accounts.findDescribed(accountId);
    if (account === null) return NO_CLAIMS;
    try {
      return this.withMapped(NO_CLAIMS, this.mappedOf(account));
    } catch (error) {
      if (!(error instanceof ClaimsProblem)) throw error;
      this.log.noteFailure(error, client.clientId);
      throw unavailable(error);
    }
  }

  private async fromSource(key: string, of: ClaimsFor, source: ClaimsSource): Promise<OwnClaims> {
    const account = await this.accounts.findDescribed(of.accountId);
    // Closed at this moment: nothing is issued for it.
    if (account === null) return NO_CLAIMS;
    try {
      const mapped = this.mappedOf(account);
      const answer = parseClaimsAnswer(await source.ask(requestOf(of, account, mapped)), this.listed);
      const claims = this.withMapped(answer.claims, mapped);
      this.keep(key, { ...answer, claims });
      this.log.noteSuccess();
      return claims;
    } catch (error) {
      if (error instanceof ClaimsProblem) this.log.noteFailure(error, of.client.clientId);
      throw error;
    }
  }

  /**
   * What the account's trusted issuer said under the names that are listed for it.
   *
   * @throws OAuthError `invalid_grant` where that is not known: the application must send the account through consent
   * again, as that call's JWT has the claims; a retry of this request would never succeed.
   */
  private mappedOf({ issuer, claims }: DescribedAccount): Claims {
    const recorded = recordedClaims(claims, this.mapped.get(issuer ?? '') ?? []);
    if (recorded === null)
      throw invalidGrant('the claims of this account are not known: the user must sign in and consent again');
    return recorded;
  }

  private withMapped(claims: OwnClaims, mapped: Claims): OwnClaims {
    return Object.keys(mapped).length === 0 ? claims : addMapped(claims, mapped, this.listed);
  }

  private keep(key: string, { claims, maxAge }: ClaimsAnswer): void {
    const freshUntil = this.clock.elapsed() + 1000 * maxAge;
    const staleUntil = freshUntil + 1000 * this.settings.claimsStale;
    const bytes = ENTRY + 2 * (key.length + JSON.stringify(claims).length);
    this.known.set(key, { answer: claims, freshUntil, staleUntil }, bytes);
  }
}

const unavailable = (cause: unknown) =>
  new OAuthError('temporarily_unavailable', UNAVAILABLE, { retryAfter: RETRY_AFTER, cause });
