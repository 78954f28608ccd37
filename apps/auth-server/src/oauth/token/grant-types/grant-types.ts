import { Injectable, type OnModuleInit, type Type } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import {
  DEVICE_CODE,
  KNOWN_GRANT_TYPES,
  type KnownGrantType,
  TOKEN_EXCHANGE,
} from '../../../protocol/client/grant-types';
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

interface Named {
  name: KnownGrantType;
  grantType: GrantType;
}

@Injectable()
export class GrantTypes implements OnModuleInit {
  private grantTypes: ReadonlyMap<string, Named> = new Map();

  constructor(private readonly module: ModuleRef) {}

  onModuleInit(): void {
    this.grantTypes = new Map(
      KNOWN_GRANT_TYPES.map((name) => [name, { name, grantType: this.module.get<GrantType>(GRANT_TYPES[name]) }]),
    );
  }

  /** @throws OAuthError `invalid_request`, `unsupported_grant_type`. */
  get(call: TokenCall): Named {
    const { grant_type: name } = call.parameters;
    if (name === undefined) throw invalidRequest('grant_type is missing');
    const named = isTaken(name, call) ? this.grantTypes.get(name) : undefined;
    if (named === undefined) throw this.unsupported(call);
    return named;
  }

  private unsupported(call: TokenCall): OAuthError {
    const known = [...this.grantTypes.keys()].filter((name) => isTaken(name, call));
    return new OAuthError('unsupported_grant_type', `grant_type must be ${known.join(' or ')}`);
  }
}

const isTaken = (name: string, { method }: TokenCall) => method === 'POST' || ON_GET.includes(name);
