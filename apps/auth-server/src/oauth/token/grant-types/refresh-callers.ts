import { Injectable } from '@nestjs/common';
import { ClientAuthentication, nameClient } from '../../../model/clients/authentication/client-authentication';
import { ClientRepository } from '../../../model/clients/client.repository';
import type { RegisteredClient } from '../../../model/clients/registered-client';
import { DerivedKeys } from '../../../model/keys/derived-keys';
import { assertGrantType } from '../../../protocol/client/allowed-grant-type';
import { invalidGrant, invalidRequest } from '../../../protocol/oauth-error';
import type { ClientProof } from '../../../protocol/token/refresh-rotation';
import { type RefreshTokenContent, parseRefreshToken } from '../../../protocol/token/refresh-token';
import type { TokenCall, TokenParameters } from '../token-request';

export interface RefreshCaller {
  client: RegisteredClient;
  token: RefreshTokenContent;
  provenBy: ClientProof;
}

export const refused = () => invalidGrant('the refresh token is unknown or no longer valid');

/** Finds the client that refreshes: by its credentials, or by its token alone where it may do so. */
@Injectable()
export class RefreshCallers {
  constructor(
    private readonly authentication: ClientAuthentication,
    private readonly clients: ClientRepository,
    private readonly keys: DerivedKeys,
  ) {}

  /** Checks the client, then the token, then that it is the client's. @throws OAuthError */
  async identify(call: TokenCall): Promise<RefreshCaller> {
    const authenticated = await this.authenticate(call);
    if (authenticated !== null) assertGrantType(authenticated, 'refresh_token');
    const token = parseRefreshToken(presentedToken(call.parameters), this.keys.refresh);
    const client = authenticated ?? (await this.clientOf(token, call.parameters));
    if (call.client === null) nameClient(call, client);
    if (token === null || client === null || client.id !== token.clientId) throw refused();
    assertGrantType(client, 'refresh_token');
    return { client, token, provenBy: client.type === 'public' ? 'public' : authenticated ? 'credentials' : 'token' };
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
}

/** The specification passes the token in `code`; the standard in `refresh_token`. */
function presentedToken({ code, refresh_token: token }: TokenParameters): string {
  if (code !== undefined && token !== undefined)
    throw invalidRequest('send the refresh token in code or in refresh_token, not both');
  const presented = code ?? token;
  if (presented === undefined) throw invalidRequest('code (the refresh token) is missing');
  return presented;
}
