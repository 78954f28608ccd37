import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import type { FamilyFacts } from '../../../endings/living-family';
import { AskedClaims, writeWithClaims } from '../../../model/claims/asked-claims';
import { ClaimsReader } from '../../../model/claims/claims-reader';
import type { RegisteredClient } from '../../../model/clients/registered-client';
import { IdTokenSigner } from '../../../model/keys/signing/id-token-signer';
import { DpopProofs } from '../../../model/tokens/dpop-proofs';
import { RefreshFamilyRepository } from '../../../model/tokens/refresh-family.repository';
import { REFRESH_ROTATION, type RefreshRotation, type RefreshUse } from '../../../model/tokens/rotation';
import { TokenIssuer, type TokenResponse } from '../../../model/tokens/token-issuer';
import { CLOCK, type Clock } from '../../../platform/config/clock';
import { helpOn } from '../../../platform/config/help-page';
import { SETTINGS, type Settings } from '../../../platform/config/settings';
import { LOGGER } from '../../../platform/http/server/logger';
import { OAuthError } from '../../../protocol/oauth-error';
import { assertGrantedResource } from '../../../protocol/request/resource-indicator';
import { allowedScopes, narrowScope, parseScope } from '../../../protocol/request/scope';
import { narrowedDetails } from '../narrowed-details';
import type { TokenCall } from '../token-request';
import type { GrantType } from './grant-type';
import { type RefreshCaller, RefreshCallers, refused } from './refresh-callers';

/** RFC 6749 §6, with rotation (RFC 9700 §4.14.2). */
@Injectable()
export class RefreshTokenGrantType implements GrantType {
  constructor(
    private readonly callers: RefreshCallers,
    private readonly proofs: DpopProofs,
    private readonly families: RefreshFamilyRepository,
    private readonly claims: ClaimsReader,
    private readonly idTokens: IdTokenSigner,
    @Inject(REFRESH_ROTATION) private readonly rotation: RefreshRotation,
    private readonly issuer: TokenIssuer,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * The order of checks: the client, the token, its client, the DPoP proof; the claims of the team; then, inside the write
   * that spends the token, the family's key, an earlier use, and what is left of the grant.
   */
  async exchange(call: TokenCall): Promise<TokenResponse> {
    const caller = await this.callers.identify(call);
    const { client, token } = caller;
    const proof = await this.proofs.read(call.proof, client);
    const use = this.useOf(call, caller, proof?.jkt ?? null);
    const readClaims = () => this.readClaims(use, client);
    const before = this.claims.isOnFor(client) ? await readClaims() : null;
    await this.proofs.spend(proof);
    await this.prepareIdToken(use, client);

    const rotation = await writeWithClaims(before, readClaims, (claims) => {
      const rule = (family: FamilyFacts) => ({
        ...this.leftOf(family, client, use),
        own: claims === null ? null : claims.at(family.reissues),
      });
      const held = claims === null ? use : { ...use, reissues: claims.reissues };
      return this.rotation.rotate(held, this.issuer.times(use.now), rule);
    });
    if (rotation.outcome === 'replayed') this.warnOfReplay(use, client);
    if (rotation.outcome === 'replayed' || rotation.outcome === 'refused') throw refused();

    const { familyId, clientId } = token;
    const { answer, generation } = rotation;
    const issued = { client, clientId, ...answer, familyId, generation, dpopJkt: use.proofKey };
    return this.issuer.issue(issued, use.now);
  }

  private useOf(
    { parameters, address, isAbandoned }: TokenCall,
    { client, token, provenBy }: RefreshCaller,
    proofKey: string | null,
  ): RefreshUse {
    const { scope, resource, authorization_details: authorizationDetails } = parameters;
    return {
      ...{ token, client, provenBy, proofKey, resource, authorizationDetails, address, isAbandoned },
      scope: scope === undefined ? null : parseScope(scope),
      now: this.clock.now(),
      retryWindow: this.settings.refreshRetryWindow,
    };
  }

  /** Renews the key's use where that is due: after the write an error here would lose the spent token. */
  private async prepareIdToken({ token, now }: RefreshUse, client: RegisteredClient): Promise<void> {
    if (!this.idTokens.isDue(client)) return;
    const family = await this.families.find(token, now);
    if (family?.scopeGranted.includes('openid')) await this.idTokens.prepare(client);
  }

  /**
   * Reads the claims for the scope that the rule would leave. For a replay it reads none: the family ends even while the
   * claims source is down.
   *
   * @throws OAuthError before anything is spent.
   */
  private async readClaims(use: RefreshUse, client: RegisteredClient): Promise<AskedClaims> {
    const { token, now } = use;
    const found = await this.families.findOf(token, now);
    const age = found === null ? null : found.generation - token.generation;
    if (found === null || (age !== 0 && age !== 1)) return AskedClaims.NONE;
    const isCurrent = age === 0;
    try {
      const { scope } = this.leftOf(found.family, client, use);
      const claims = await this.claims.ask({ client, ...found.family, scope });
      if (isCurrent && claims.failure !== null) throw claims.failure;
      return claims;
    } catch (error) {
      // The last token but one may be a retry or a replay: the write decides.
      if (isCurrent || !(error instanceof OAuthError)) throw error;
      return AskedClaims.NONE;
    }
  }

  /** What was granted, is still allowed and is requested. @throws OAuthError */
  private leftOf(family: FamilyFacts, client: RegisteredClient, use: RefreshUse) {
    const { audiences } = this.settings;
    assertGrantedResource(use.resource, family.resource);
    const allowed = allowedScopes(family.resource, client.scopes, audiences);
    const scope = narrowScope(use.scope, family.scopeAsked, family.scopeGranted, allowed);
    const authorizationDetails = narrowedDetails(use.authorizationDetails, family, client, audiences);
    return { ...family, scope, authorizationDetails };
  }

  private warnOfReplay({ token: { familyId }, address }: RefreshUse, { clientId }: RegisteredClient): void {
    this.logger.warn(
      { familyId, clientId, address, help: helpOn('refresh-token-replayed') },
      'a refresh token was replayed; its token family was ended',
    );
  }
}
