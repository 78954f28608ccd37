import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../platform/config/clock';
import { SETTINGS, type Settings } from '../../../platform/config/settings';
import { assertOwnGrantType } from '../../../protocol/client/allowed-grant-type';
import { assertListed } from '../../../protocol/client/listed-clients';
import { assertNoDetails } from '../../../protocol/request/authorization-details';
import { resolveOwnScope } from '../../../protocol/request/own-scope';
import { TokenIssuer, type TokenResponse } from '../../../model/tokens/token-issuer';
import { ClientAuthentication } from '../../../model/clients/authentication/client-authentication';
import { DpopProofs } from '../../../model/tokens/dpop-proofs';
import type { TokenCall } from '../token-request';
import type { GrantType } from './grant-type';

/** RFC 6749 §4.4: an application on its own behalf. It can request the next token alike, so there is no refresh token (§4.4.3). */
@Injectable()
export class ClientCredentialsGrantType implements GrantType {
  constructor(
    private readonly clients: ClientAuthentication,
    private readonly proofs: DpopProofs,
    private readonly issuer: TokenIssuer,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async exchange(call: TokenCall): Promise<TokenResponse> {
    const client = await this.clients.authenticate(this.clients.parse(call), call);
    assertOwnGrantType(client, 'client_credentials');
    assertNoDetails(call.parameters);
    const { scope, resource } = resolveOwnScope(call.parameters, client.ownScopes, this.settings);
    const audience = resource?.url ?? this.settings.issuer;
    assertListed('client_credentials', { clientId: client.clientId, audience }, this.settings.resources);
    const dpopJkt = await this.proofs.keyOf(call.proof, client);
    const { clientId: subject, reissues } = client;
    const token = { client, subject, reissues, audience, scope, familyId: null, dpopJkt };
    return this.issuer.issueAccessToken(token, this.clock.now());
  }
}
