import type { Type } from '@nestjs/common';
import { DEVICE_CODE, type KnownGrantType, TOKEN_EXCHANGE } from '../../../protocol/client/grant-types';
import { AuthorizationCodeGrantType } from './authorization-code.grant-type';
import { ClientCredentialsGrantType } from './client-credentials.grant-type';
import { DeviceCodeGrantType } from './device-code.grant-type';
import type { GrantType } from './grant-type';
import { RefreshTokenGrantType } from './refresh-token.grant-type';
import { TokenExchangeGrantType } from './token-exchange.grant-type';

/** Every grant type by its name: a new one is its file and a line here. */
export const GRANT_TYPES: Readonly<Record<KnownGrantType, Type<GrantType>>> = {
  authorization_code: AuthorizationCodeGrantType,
  refresh_token: RefreshTokenGrantType,
  client_credentials: ClientCredentialsGrantType,
  [DEVICE_CODE]: DeviceCodeGrantType,
  [TOKEN_EXCHANGE]: TokenExchangeGrantType,
};
