import { Injectable } from '@nestjs/common';
import { DEVICE_CODE, TOKEN_EXCHANGE } from '../../protocol/grant-types';
import { OAuthError, invalidRequest } from '../../protocol/oauth-error';
import type { TokenResponse } from '../../tokens/token-issuer';
import { AuthorizationCodeGrantType } from './grant-types/authorization-code.grant-type';
import { ClientCredentialsGrantType } from './grant-types/client-credentials.grant-type';
import { DeviceCodeGrantType } from './grant-types/device-code.grant-type';
import type { GrantType } from './grant-types/grant-type';
import { RefreshTokenGrantType } from './grant-types/refresh-token.grant-type';
import { TokenExchangeGrantType } from './grant-types/token-exchange.grant-type';
import type { TokenCall } from './token-request';

/** What the GET takes: the specification's own two. Others carry what must not stand in a URL. */
const ON_GET: readonly string[] = ['authorization_code', 'refresh_token'];

/** Picks the grant type of a token call. */
@Injectable()
export class TokenService {
  private readonly grantTypes: ReadonlyMap<string, GrantType>;

  constructor(
    authorizationCode: AuthorizationCodeGrantType,
    refreshToken: RefreshTokenGrantType,
    clientCredentials: ClientCredentialsGrantType,
    deviceCode: DeviceCodeGrantType,
    tokenExchange: TokenExchangeGrantType,
  ) {
    this.grantTypes = new Map<string, GrantType>([
      ['authorization_code', authorizationCode],
      ['refresh_token', refreshToken],
      ['client_credentials', clientCredentials],
      [DEVICE_CODE, deviceCode],
      [TOKEN_EXCHANGE, tokenExchange],
    ]);
  }

  async exchange(call: TokenCall): Promise<TokenResponse> {
    const { grant_type: name } = call.parameters;
    if (name === undefined) throw invalidRequest('grant_type is missing');
    const known = [...this.grantTypes.keys()].filter((key) => call.method === 'POST' || ON_GET.includes(key));
    const grantType = known.includes(name) ? this.grantTypes.get(name) : undefined;
    if (grantType === undefined)
      throw new OAuthError('unsupported_grant_type', `grant_type must be ${known.join(' or ')}`);
    return grantType.exchange(call);
  }
}
