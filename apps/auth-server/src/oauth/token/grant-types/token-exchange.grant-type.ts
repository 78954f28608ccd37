import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../config/clock';
import { SETTINGS, type Settings } from '../../../config/settings';
import { TOKEN_EXCHANGE, assertOwnGrantType } from '../../../protocol/client/grant-types';
import { assertListed } from '../../../protocol/client/listed-clients';
import { allowedScopes } from '../../../protocol/request/scope';
import { exchangeToken, parseTokenExchange } from '../../../protocol/token/token-exchange';
import { AccessTokenReader } from '../../../tokens/access-token-reader';
import { TokenIssuer, type TokenResponse } from '../../../tokens/token-issuer';
import { ClientAuthentication } from '../../../clients/client-authentication';
import { DpopProofs } from '../../../tokens/dpop-proofs';
import type { TokenCall } from '../token-request';
import type { GrantType } from './grant-type';

/** RFC 8693: an application acts for the account that called it (ADR 18). */
@Injectable()
export class TokenExchangeGrantType implements GrantType {
  constructor(
    private readonly clients: ClientAuthentication,
    private readonly proofs: DpopProofs,
    private readonly tokens: AccessTokenReader,
    private readonly issuer: TokenIssuer,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async exchange(call: TokenCall): Promise<TokenResponse> {
    const client = await this.clients.authenticate(this.clients.parse(call), call.address);
    assertOwnGrantType(client, TOKEN_EXCHANGE);
    const asked = parseTokenExchange(call.parameters);
    const subject = await this.tokens.find(asked.subjectToken);
    const actor = asked.actorToken === null ? null : await this.tokens.find(asked.actorToken);
    const allowed = allowedScopes(subject?.aud ?? '', client.scopes, this.settings.audiences);
    const token = exchangeToken(asked, { subject, actor }, { clientId: client.clientId, allowed });
    assertListed(TOKEN_EXCHANGE, { clientId: client.clientId, audience: token.audience }, this.settings.resources);
    const dpopJkt = await this.proofs.keyOf(call.proof, client);
    const response = await this.issuer.issueAccessToken({ client, ...token, dpopJkt }, this.clock.now());
    return { ...response, issued_token_type: asked.issuedTokenType };
  }
}
