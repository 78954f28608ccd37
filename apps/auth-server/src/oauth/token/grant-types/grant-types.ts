import { Injectable, type OnModuleInit, type Type } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { DEVICE_CODE, type KnownGrantType, TOKEN_EXCHANGE } from '../../../protocol/client/grant-types';
import { OAuthError, invalidRequest } from '../../../protocol/oauth-error';
import type { TokenCall } from '../token-request';
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

/** What the GET takes: the specification's own two. The parameters of others must not stand in a URL. */
const ON_GET: readonly string[] = ['authorization_code', 'refresh_token'];

@Injectable()
export class GrantTypes implements OnModuleInit {
  private grantTypes: ReadonlyMap<string, GrantType> = new Map();

  constructor(private readonly module: ModuleRef) {}

  onModuleInit(): void {
    const entries = Object.entries(GRANT_TYPES);
    this.grantTypes = new Map(entries.map(([name, type]) => [name, this.module.get(type)]));
  }

  /** @throws OAuthError `invalid_request`, `unsupported_grant_type`. */
  get(call: TokenCall): GrantType {
    const { grant_type: name } = call.parameters;
    if (name === undefined) throw invalidRequest('grant_type is missing');
    const grantType = isTaken(name, call) ? this.grantTypes.get(name) : undefined;
    if (grantType === undefined) throw this.unsupported(call);
    return grantType;
  }

  private unsupported(call: TokenCall): OAuthError {
    const known = [...this.grantTypes.keys()].filter((name) => isTaken(name, call));
    return new OAuthError('unsupported_grant_type', `grant_type must be ${known.join(' or ')}`);
  }
}

const isTaken = (name: string, { method }: TokenCall) => method === 'POST' || ON_GET.includes(name);
