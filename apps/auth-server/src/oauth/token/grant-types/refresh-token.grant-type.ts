import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { AskedClaims, writeWithClaims } from '../../../model/claims/asked-claims';
import { ClaimsReader } from '../../../model/claims/claims-reader';
import { ClientRepository } from '../../../model/clients/client.repository';
import type { RegisteredClient } from '../../../model/clients/registered-client';
import { CLOCK, type Clock } from '../../../platform/config/clock';
import { SETTINGS, type Settings } from '../../../platform/config/settings';
import { helpOn } from '../../../platform/config/help-page';
import { LOGGER } from '../../../platform/http/server/logger';
import { DerivedKeys } from '../../../model/keys/derived-keys';
import { IdTokenSigner } from '../../../model/keys/signing/id-token-signer';
import { assertGrantType } from '../../../protocol/client/allowed-grant-type';
import { OAuthError, invalidGrant, invalidRequest } from '../../../protocol/oauth-error';
import { assertGrantedResource } from '../../../protocol/request/resource-indicator';
import { allowedScopes, narrowScope, parseScope } from '../../../protocol/request/scope';
import type { ClientProof } from '../../../protocol/token/refresh-rotation';
import { type RefreshTokenContent, parseRefreshToken } from '../../../protocol/token/refresh-token';
import type { FamilyFacts } from '../../../endings/living-family';
import { RefreshFamilyRepository } from '../../../model/tokens/refresh-family.repository';
import { REFRESH_ROTATION, type RefreshRotation, type RefreshUse } from '../../../model/tokens/rotation';
import { TokenIssuer, type TokenResponse } from '../../../model/tokens/token-issuer';
import { ClientAuthentication, nameClient } from '../../../model/clients/authentication/client-authentication';
import { DpopProofs } from '../../../model/tokens/dpop-proofs';
import { narrowedDetails } from '../narrowed-details';
import type { TokenCall, TokenParameters } from '../token-request';
import type { GrantType } from './grant-type';

interface Asked {
  use: RefreshUse;
  sent: TokenParameters;
  /** `null`: there are none. */
  own: AskedClaims | null;
}

/** RFC 6749 §6, with rotation (RFC 9700 §4.14.2). */
@Injectable()
export class RefreshTokenGrantType implements GrantType {
  constructor(
    private readonly authentication: ClientAuthentication,
    private readonly proofs: DpopProofs,
    private readonly clients: ClientRepository,
    private readonly families: RefreshFamilyRepository,
    @Inject(REFRESH_ROTATION) private readonly rotation: RefreshRotation,
    private readonly issuer: TokenIssuer,
    private readonly idTokens: IdTokenSigner,
    private readonly claims: ClaimsReader,
    private readonly keys: DerivedKeys,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * The order of checks: the client, the token, its client, the DPoP proof; the claims of the team; then, inside the write
   * that spends the token, the family's key, an earlier use, and what is left of the grant.
   */
  async exchange(call: TokenCall): Promise<TokenResponse> {
    const { client, token, provenBy } = await this.identify(call);
    const proof = await this.proofs.read(call.proof, client);
    const now = this.clock.now();
    const { scope: text, resource, authorization_details: authorizationDetails } = call.parameters;
    const scope = text === undefined ? null : parseScope(text);
    const request = {
      scope,
      resource,
      authorizationDetails,
      now,
      address: call.address,
      isAbandoned: call.isAbandoned,
      retryWindow: this.settings.refreshRetryWindow,
    };
    const proofKey = proof?.jkt ?? null;
    const use = { token, client, provenBy, proofKey, ...request };
    const ask = () => this.claimsFor(use, client, call.parameters);
    const asked = this.claims.isOn ? await ask() : null;
    await this.proofs.spend(proof);
    await this.prepareIdToken(use, client);
    const times = this.issuer.times(now);
    const rotation = await writeWithClaims(asked, ask, (own) => {
      const rule = (family: FamilyFacts) => this.leftOf(family, client, { use, sent: call.parameters, own });
      return this.rotation.rotate(own === null ? use : { ...use, reissues: own.reissues }, times, rule);
    });
    if (rotation.outcome === 'replayed') this.warn(use, client);
    if (rotation.outcome === 'replayed' || rotation.outcome === 'refused') throw refused();
    const { answer, generation } = rotation;
    const { familyId, clientId } = token;
    return this.issuer.issue({ client, clientId, ...answer, familyId, generation, dpopJkt: proofKey }, now);
  }

  private async identify(call: TokenCall) {
    const authenticated = await this.authenticate(call);
    if (authenticated !== null) assertGrantType(authenticated, 'refresh_token');
    const token = parseRefreshToken(presentedToken(call.parameters), this.keys.refresh);
    const client = authenticated ?? (await this.clientOf(token, call.parameters));
    if (call.client === null) nameClient(call, client);
    if (token === null || client === null || client.id !== token.clientId) throw refused();
    assertGrantType(client, 'refresh_token');
    const provenBy: ClientProof = client.type === 'public' ? 'public' : authenticated ? 'credentials' : 'token';
    return { client, token, provenBy };
  }

  /** @returns `null` for a GET without a secret, unless the client that it names must authenticate. */
  private async authenticate(call: TokenCall): Promise<RegisteredClient | null> {
    const presented = this.authentication.parse(call);
    if (call.method === 'POST' || presented?.secret !== undefined || presented?.viaBasic)
      return this.authentication.authenticate(presented, call);
    if (presented === null) return null;
    const named = await this.clients.find(presented.clientId);
    nameClient(call, named);
    return named?.requireClientAuthentication ? this.authentication.authenticate(presented, call) : null;
  }

  /** The token's own client, which a lone `client_id` must name. */
  private async clientOf(
    token: RefreshTokenContent | null,
    { client_id: clientId }: TokenParameters,
  ): Promise<RegisteredClient | null> {
    if (token === null) return null;
    const client = await this.clients.find(token.clientId);
    if (client === null) return null;
    if (clientId !== undefined) return clientId === client.clientId ? client : null;
    if (client.requireClientAuthentication) throw invalidRequest('this application must authenticate to refresh');
    return client;
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
  private async claimsFor(use: RefreshUse, client: RegisteredClient, sent: TokenParameters): Promise<AskedClaims> {
    const { token, now } = use;
    const found = await this.families.findOf(token, now);
    const age = found === null ? null : found.generation - token.generation;
    if (found === null || (age !== 0 && age !== 1)) return AskedClaims.NONE;
    const isCurrent = age === 0;
    try {
      const { scope } = this.leftOf(found.family, client, { use, sent, own: null });
      const asked = await this.claims.ask({ client, ...found.family, scope });
      if (isCurrent && asked.failure !== null) throw asked.failure;
      return asked;
    } catch (error) {
      // The last token but one may be a retry or a replay: the write decides.
      if (isCurrent || !(error instanceof OAuthError)) throw error;
      return AskedClaims.NONE;
    }
  }

  /** What the new tokens say: what was granted, is still allowed and is requested. @throws OAuthError, ClaimsOutdated. */
  private leftOf(
    family: FamilyFacts,
    client: RegisteredClient,
    { use: { scope: asked }, sent, own: askedClaims }: Asked,
  ) {
    const { audiences } = this.settings;
    const allowed = allowedScopes(family.resource, client.scopes, audiences);
    assertGrantedResource(sent.resource, family.resource);
    const scope = narrowScope(asked, family.scopeAsked, family.scopeGranted, allowed);
    const own = askedClaims === null ? null : askedClaims.at(family.reissues);
    return { scope, own, ...family, authorizationDetails: narrowedDetails(sent, family, client, audiences) };
  }

  private warn({ token: { familyId }, address }: RefreshUse, { clientId }: RegisteredClient): void {
    this.logger.warn(
      { familyId, clientId, address, help: helpOn('refresh-token-replayed') },
      'a refresh token was replayed; its family ended',
    );
  }
}

/** The specification passes the token in `code`; the standard in `refresh_token`. */
function presentedToken({ code, refresh_token: token }: TokenParameters): string {
  if (code !== undefined && token !== undefined)
    throw invalidRequest('send the refresh token in code or in refresh_token, not both');
  const presented = code ?? token;
  if (presented === undefined) throw invalidRequest('code (the refresh token) is missing');
  return presented;
}

const refused = () => invalidGrant('the refresh token is unknown or not valid any more');
