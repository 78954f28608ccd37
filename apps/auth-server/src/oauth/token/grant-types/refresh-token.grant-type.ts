import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { ClientRepository } from '../../../clients/client.repository';
import type { RegisteredClient } from '../../../clients/registered-client';
import { CLOCK, type Clock } from '../../../config/clock';
import { SETTINGS, type Settings } from '../../../config/settings';
import { LOGGER } from '../../../http/server/logger';
import { DerivedKeys } from '../../../keys/derived-keys';
import { IdTokenSigner } from '../../../keys/id-token-signer';
import { assertGrantType } from '../../../protocol/client/grant-types';
import { invalidGrant, invalidRequest } from '../../../protocol/oauth-error';
import { type RefreshTokenContent, parseRefreshToken } from '../../../protocol/token/refresh-token';
import { assertGrantedResource } from '../../../protocol/request/resource-indicator';
import { allowedScopes, narrowScope, parseScope } from '../../../protocol/request/scope';
import { type FamilyFacts, RefreshFamilyRepository, type RefreshUse } from '../../../tokens/refresh-family.repository';
import { TokenIssuer, type TokenResponse } from '../../../tokens/token-issuer';
import { ClientAuthentication } from '../../client-authentication/client-authentication';
import { DpopProofs } from '../../dpop/dpop-proofs';
import { detailsLeft } from '../details-left';
import type { TokenCall, TokenParameters } from '../token-request';
import type { GrantType } from './grant-type';

/** RFC 6749 §6, with rotation (RFC 9700 §4.14.2). */
@Injectable()
export class RefreshTokenGrantType implements GrantType {
  constructor(
    private readonly authentication: ClientAuthentication,
    private readonly proofs: DpopProofs,
    private readonly clients: ClientRepository,
    private readonly families: RefreshFamilyRepository,
    private readonly issuer: TokenIssuer,
    private readonly idTokens: IdTokenSigner,
    private readonly keys: DerivedKeys,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async exchange(call: TokenCall): Promise<TokenResponse> {
    const authenticated = await this.authenticate(call);
    if (authenticated !== null) assertGrantType(authenticated, 'refresh_token');
    const token = parseRefreshToken(presentedToken(call.parameters), this.keys.refresh);
    const client = authenticated ?? (await this.clientOf(token, call));
    if (token === null || client === null || client.id !== token.clientId) throw refused();
    assertGrantType(client, 'refresh_token');
    const proven = authenticated !== null || client.type === 'public';
    // RFC 9449 §5: a confidential client's credentials do what the key does; without them nothing else would.
    const needsKey = authenticated === null || client.type === 'public';
    const proofKey = await this.proofs.keyOf(call.proof, client);
    return this.rotate(token, client, { proven, proofKey, needsKey }, call);
  }

  /** @returns `null` where nobody authenticated and nobody had to: a GET without a secret. */
  private async authenticate(call: TokenCall): Promise<RegisteredClient | null> {
    const presented = this.authentication.parse(call);
    if (call.method === 'POST' || presented?.secret !== undefined || presented?.viaBasic)
      return this.authentication.authenticate(presented, call.address);
    if (presented === null) return null;
    const named = await this.clients.find(presented.clientId);
    return named?.requireClientAuthentication ? this.authentication.authenticate(presented, call.address) : null;
  }

  /** The token's own client, which a lone `client_id` must name. */
  private async clientOf(
    token: RefreshTokenContent | null,
    { parameters }: TokenCall,
  ): Promise<RegisteredClient | null> {
    if (token === null) return null;
    const client = await this.clients.find(token.clientId);
    if (client === null) return null;
    const { client_id: clientId } = parameters;
    if (clientId !== undefined) return clientId === client.clientId ? client : null;
    if (client.requireClientAuthentication) throw invalidRequest('this application must authenticate to refresh');
    return client;
  }

  private async rotate(
    token: RefreshTokenContent,
    client: RegisteredClient,
    by: Pick<RefreshUse, 'proven' | 'proofKey' | 'needsKey'>,
    { parameters, address }: TokenCall,
  ): Promise<TokenResponse> {
    const now = this.clock.now();
    const asked = parameters.scope === undefined ? null : parseScope(parameters.scope);
    const decide = (family: FamilyFacts) => {
      const { audiences } = this.settings;
      const allowed = allowedScopes(family.resource, client.scopes, audiences);
      assertGrantedResource(parameters.resource, family.resource);
      const scope = narrowScope(asked, family.scopeAsked, family.scopeGranted, allowed);
      return { scope, ...family, authorizationDetails: detailsLeft(parameters, family, client, audiences) };
    };
    // What PostgreSQL's one statement does not judge must be judged before: a refused refresh spends nothing.
    if (parameters.resource !== undefined || parameters.authorization_details !== undefined) {
      const family = await this.families.find(token, now);
      if (family !== null) decide(family);
    }
    await this.prepareIdToken(token, client, now);
    const use = { token, asked, usable: () => this.usable(asked, client), ...by, now, address };
    const rotation = await this.families.rotate(use, this.issuer.times(now), decide);
    if (rotation.outcome === 'replayed') this.warn(token, client, address);
    if (rotation.outcome === 'replayed' || rotation.outcome === 'refused') throw refused();
    const { answer, generation } = rotation;
    const { familyId, clientId } = token;
    return this.issuer.issue({ client, clientId, ...answer, familyId, generation, dpopJkt: by.proofKey }, now);
  }

  /** Afterwards the token is spent, and would be lost where the key of its ID token cannot be stored. */
  private async prepareIdToken(token: RefreshTokenContent, client: RegisteredClient, now: number): Promise<void> {
    if (!this.idTokens.isDue(client)) return;
    const family = await this.families.find(token, now);
    if (family?.scopeGranted.includes('openid')) await this.idTokens.prepare(client);
  }

  /** What this request may be given at most, `<resource> <scope>` each. */
  private usable(asked: readonly string[] | null, { scopes }: RegisteredClient): string[] {
    const { audiences } = this.settings;
    return audiences.flatMap(({ url }) =>
      allowedScopes(url, scopes, audiences)
        .filter((name) => asked === null || asked.includes(name))
        .map((name) => `${url} ${name}`),
    );
  }

  private warn({ familyId }: RefreshTokenContent, { clientId }: RegisteredClient, address: string): void {
    this.logger.warn({ familyId, clientId, address }, 'a refresh token was replayed; its family ended');
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
