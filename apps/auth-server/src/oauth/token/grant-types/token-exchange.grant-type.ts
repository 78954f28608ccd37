import { Inject, Injectable } from '@nestjs/common';
import { ClaimsReader } from '../../../model/claims/claims-reader';
import { CLOCK, type Clock } from '../../../platform/config/clock';
import { SETTINGS, type Settings } from '../../../platform/config/settings';
import { DelegationRepository } from '../../../model/grants/delegation.repository';
import { TOKEN_EXCHANGE } from '../../../protocol/client/grant-types';
import { assertOwnGrantType } from '../../../protocol/client/allowed-grant-type';
import { exchangeToken, parseTokenExchange } from '../../../protocol/token/token-exchange';
import { AccessTokenReader } from '../../../model/tokens/access-token-reader';
import { TokenIssuer, type TokenResponse } from '../../../model/tokens/token-issuer';
import { ClientAuthentication } from '../../../model/clients/authentication/client-authentication';
import { DpopProofs } from '../../../model/tokens/dpop-proofs';
import type { TokenCall } from '../token-request';
import type { GrantType } from './grant-type';

/** RFC 8693: an application acts for the account that called it (ADR 18, ADR 18). */
@Injectable()
export class TokenExchangeGrantType implements GrantType {
  constructor(
    private readonly clients: ClientAuthentication,
    private readonly proofs: DpopProofs,
    private readonly tokens: AccessTokenReader,
    private readonly issuer: TokenIssuer,
    private readonly delegations: DelegationRepository,
    private readonly claims: ClaimsReader,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async exchange(call: TokenCall): Promise<TokenResponse> {
    const client = await this.clients.authenticate(this.clients.parse(call), call);
    assertOwnGrantType(client, TOKEN_EXCHANGE);
    const asked = parseTokenExchange(call.parameters);
    const subject = await this.tokens.find(asked.subjectToken);
    const actor = asked.actorToken === null ? null : await this.tokens.find(asked.actorToken);
    const token = exchangeToken(asked, { subject, actor }, client, this.settings.resources);
    const own = this.claims.isOn ? await this.claims.forExchange(client, token) : null;
    const dpopJkt = await this.proofs.keyOf(call.proof, client);
    const { familyId } = token;
    if (familyId !== null) await this.delegations.record({ ...token, familyId, clientId: client.clientId });
    const response = await this.issuer.issueAccessToken({ client, ...token, dpopJkt, own }, this.clock.now());
    return { ...response, issued_token_type: asked.issuedTokenType };
  }
}
