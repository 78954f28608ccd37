import { Injectable } from '@nestjs/common';
import { OAuthError, invalidRequest } from '../../protocol/oauth-error';
import type { TokenResponse } from '../../tokens/token-issuer';
import { AuthorizationCodeGrantType } from './grant-types/authorization-code.grant-type';
import type { GrantType } from './grant-types/grant-type';
import { RefreshTokenGrantType } from './grant-types/refresh-token.grant-type';
import type { TokenCall } from './token-request';

/** Picks the grant type of a token call. */
@Injectable()
export class TokenService {
  private readonly grantTypes: ReadonlyMap<string, GrantType>;

  constructor(authorizationCode: AuthorizationCodeGrantType, refreshToken: RefreshTokenGrantType) {
    this.grantTypes = new Map<string, GrantType>([
      ['authorization_code', authorizationCode],
      ['refresh_token', refreshToken],
    ]);
  }

  async exchange(call: TokenCall): Promise<TokenResponse> {
    const { grant_type: name } = call.parameters;
    if (name === undefined) throw invalidRequest('grant_type is missing');
    const grantType = this.grantTypes.get(name);
    if (grantType === undefined) {
      const known = [...this.grantTypes.keys()].join(' or ');
      throw new OAuthError('unsupported_grant_type', `grant_type must be ${known}`);
    }
    return grantType.exchange(call);
  }
}
