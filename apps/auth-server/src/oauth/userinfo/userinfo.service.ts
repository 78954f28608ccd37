import { Injectable } from '@nestjs/common';
import { AccountRepository } from '../../accounts/account.repository';
import { insufficientScope, invalidToken } from '../../protocol/token/bearer-token';
import { parseScope } from '../../protocol/request/scope';
import { type UserinfoClaims, userinfoClaims } from '../../protocol/token/userinfo-claims';
import { AccessTokenReader } from '../../tokens/access-token-reader';
import { DpopProofs, type PresentedAccessToken } from '../../tokens/dpop-proofs';

/** The claims of the account that an access token allows (OpenID Connect Core §5.3). */
@Injectable()
export class UserinfoService {
  constructor(
    private readonly tokens: AccessTokenReader,
    private readonly accounts: AccountRepository,
    private readonly proofs: DpopProofs,
  ) {}

  /**
   * @param presented a token of any audience: this is the issuer's own endpoint.
   * @throws OAuthError `invalid_token`, `insufficient_scope`; of a token that is bound to a key, what its proof lacks.
   */
  async find(presented: PresentedAccessToken): Promise<UserinfoClaims> {
    const claims = await this.tokens.find(presented.text);
    if (claims === null) throw invalidToken();
    await this.proofs.assertBoundTo(claims, presented);
    const scope = parseScope(claims.scope);
    if (!scope.includes('openid')) throw insufficientScope('openid');
    const account = await this.accounts.findOpen(claims.sub);
    if (account === null) throw invalidToken();
    return userinfoClaims(account, scope);
  }
}
