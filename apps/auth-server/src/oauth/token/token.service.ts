import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { OAuthError, invalidRequest } from '../../protocol/oauth-error';
import type { TokenResponse } from '../../tokens/token-issuer';
import type { GrantType } from './grant-types/grant-type';
import { GRANT_TYPES } from './grant-types/grant-types';
import type { TokenCall } from './token-request';

/** What the GET takes: the specification's own two. Others carry what must not stand in a URL. */
const ON_GET: readonly string[] = ['authorization_code', 'refresh_token'];

/** Picks the grant type of a token call. */
@Injectable()
export class TokenService implements OnModuleInit {
  private grantTypes: ReadonlyMap<string, GrantType> = new Map();

  constructor(private readonly module: ModuleRef) {}

  onModuleInit(): void {
    const entries = Object.entries(GRANT_TYPES);
    this.grantTypes = new Map(entries.map(([name, type]) => [name, this.module.get(type)]));
  }

  async exchange(call: TokenCall): Promise<TokenResponse> {
    const { grant_type: name } = call.parameters;
    if (name === undefined) throw invalidRequest('grant_type is missing');
    const grantType = isTaken(name, call) ? this.grantTypes.get(name) : undefined;
    if (grantType === undefined) throw this.unsupported(call);
    return await grantType.exchange(call);
  }

  private unsupported(call: TokenCall): OAuthError {
    const known = [...this.grantTypes.keys()].filter((name) => isTaken(name, call));
    return new OAuthError('unsupported_grant_type', `grant_type must be ${known.join(' or ')}`);
  }
}

const isTaken = (name: string, { method }: TokenCall) => method === 'POST' || ON_GET.includes(name);
