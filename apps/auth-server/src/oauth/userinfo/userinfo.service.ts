import { Injectable } from '@nestjs/common';
import { AccountRepository } from '../../accounts/account.repository';
import { insufficientScope, invalidToken } from '../../protocol/bearer-token';
import { parseScope } from '../../protocol/scope';
import { type UserinfoClaims, userinfoClaims } from '../../protocol/userinfo-claims';
import { AccessTokenReader } from '../../tokens/access-token-reader';

/** What an access token lets its bearer know of the account (OpenID Connect Core §5.3). */
@Injectable()
export class UserinfoService {
  constructor(
    private readonly tokens: AccessTokenReader,
    private readonly accounts: AccountRepository,
  ) {}

  /**
   * @param token of any audience: this is the issuer's own endpoint.
   * @throws OAuthError `invalid_token`, `insufficient_scope`.
   */
  async find(token: string): Promise<UserinfoClaims> {
    const claims = await this.tokens.find(token);
    if (claims === null) throw invalidToken();
    // RFC 9449 §7.2: a token that is bound to a key is worth nothing without its proof.
    if (claims.cnf !== undefined) throw invalidToken('the access token is bound to a key: it is no Bearer token');
    const scope = parseScope(claims.scope);
    if (!scope.includes('openid')) throw insufficientScope('openid');
    const account = await this.accounts.findOpen(claims.sub);
    if (account === null) throw invalidToken();
    return userinfoClaims(account, scope);
  }
}
