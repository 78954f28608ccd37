import { Injectable } from '@nestjs/common';
import { AccountRepository } from '../../model/accounts/account.repository';
import { ClaimsReader } from '../../model/claims/claims-reader';
import { ClientRepository } from '../../model/clients/client.repository';
import { OAuthError } from '../../protocol/oauth-error';
import { type SecurityRules, rulesOf } from '../../protocol/client/security-profile';
import type { AccessTokenClaims } from '../../protocol/token/access-token-claims';
import type { Claims } from '../../protocol/token/own-claims';
import { insufficientScope, invalidToken } from '../../protocol/token/bearer-token';
import { parseScope } from '../../protocol/request/scope';
import { type UserinfoClaims, userinfoClaims } from '../../protocol/token/userinfo-claims';
import { AccessTokenReader } from '../../model/tokens/access-token-reader';
import { DpopProofs, type PresentedAccessToken } from '../../model/tokens/dpop-proofs';

/** The claims of the account that an access token allows (OpenID Connect Core §5.3). */
@Injectable()
export class UserinfoService {
  constructor(
    private readonly tokens: AccessTokenReader,
    private readonly accounts: AccountRepository,
    private readonly proofs: DpopProofs,
    private readonly clients: ClientRepository,
    private readonly own: ClaimsReader,
  ) {}

  /**
   * @param presented a token of any audience: this is the issuer's own endpoint.
   * @throws OAuthError `invalid_token`, `insufficient_scope`, `temporarily_unavailable`; of a token that is bound to a key,
   *   what its proof lacks.
   */
  async find(presented: PresentedAccessToken): Promise<UserinfoClaims> {
    const claims = await this.tokens.find(presented.text);
    if (claims === null) throw invalidToken();
    await this.proofs.assertBoundTo(claims, presented, await this.rulesFor(claims));
    const scope = parseScope(claims.scope);
    if (!scope.includes('openid')) throw insufficientScope('openid');
    const account = await this.accounts.findProfile(claims.sub);
    if (account === null) throw invalidToken();
    return userinfoClaims(account, scope, this.own.isOn ? await this.ownClaims(claims, scope) : null);
  }

  /** Reads the claims that a token issued now would lead to. */
  private async ownClaims(claims: AccessTokenClaims, scope: string[]): Promise<Claims | null> {
    const client = await this.clients.find(claims.client_id);
    if (client === null) return null;
    const { sub: accountId, aud: resource, ge: grantEpoch = 0, rv: reissues = 0, gc: grantClientId } = claims;
    const of = { accountId, client, resource, scope, grantEpoch, reissues };
    const own = await this.own.get({ ...of, ...(grantClientId !== undefined && { grantClientId }) }).catch(asUserinfo);
    return own?.userinfo ?? null;
  }

  /** Only a proof depends on them. */
  private async rulesFor({ cnf, client_id: clientId }: AccessTokenClaims): Promise<SecurityRules> {
    const client = cnf === undefined ? null : await this.clients.find(clientId);
    return client?.rules ?? rulesOf(null);
  }
}

/** Where the account has to sign in first the client learns so by its refresh token. */
function asUserinfo(error: unknown): never {
  throw error instanceof OAuthError && error.code === 'invalid_grant' ? invalidToken() : error;
}
