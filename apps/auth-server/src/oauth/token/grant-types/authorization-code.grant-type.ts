import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import type { RegisteredClient } from '../../../clients/client.repository';
import { CodeRepository, type FoundCode } from '../../../codes/code.repository';
import { CLOCK, type Clock } from '../../../config/clock';
import { SETTINGS, type Settings } from '../../../config/settings';
import { timeOrderedId } from '../../../database/time-ordered-id';
import { LOGGER } from '../../../http/logger';
import { assertRedeemable } from '../../../protocol/code-redemption';
import { assertGrantType } from '../../../protocol/grant-types';
import { OAuthError, invalidGrant, invalidRequest } from '../../../protocol/oauth-error';
import { hashToken } from '../../../protocol/opaque-secret';
import { allowedScopes, narrowScope } from '../../../protocol/scope';
import { TokenIssuer, type TokenResponse } from '../../../tokens/token-issuer';
import { ClientAuthentication } from '../../client-authentication/client-authentication';
import type { TokenCall } from '../token-request';
import type { GrantType } from './grant-type';

/** RFC 6749 §4.1.3. */
@Injectable()
export class AuthorizationCodeGrantType implements GrantType {
  constructor(
    private readonly clients: ClientAuthentication,
    private readonly codes: CodeRepository,
    private readonly issuer: TokenIssuer,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async exchange(call: TokenCall): Promise<TokenResponse> {
    const client = await this.clients.authenticate(this.clients.parse(call));
    assertGrantType(client, 'authorization_code');
    const { code: text, redirect_uri: redirectUri, code_verifier: verifier } = call.parameters;
    if (text === undefined) throw invalidRequest('code is missing');
    if (redirectUri === undefined) throw invalidRequest('redirect_uri is missing');
    const now = this.clock.now();
    const code = await this.codes.find(hashToken(text));
    assertRedeemable(code, { clientId: client.id, redirectUri, verifier, now });
    const familyId = timeOrderedId(now);
    const scope = this.scopeOf(code, client);
    const isFirst =
      !(scope instanceof OAuthError) &&
      (await this.codes.redeem(code, { id: familyId, dpopJkt: null, ...this.issuer.times(now) }, now));
    if (!isFirst) throw await this.refuse(code, scope, { now, address: call.address });
    return this.issuer.issue({ ...code, client, familyId, generation: 0, scope }, now);
  }

  /** The scope of the access token: what was granted and is still allowed; the error where nothing is. */
  private scopeOf(code: FoundCode, { scopes }: RegisteredClient): string[] | OAuthError {
    const allowed = allowedScopes(code.resource, scopes, this.settings.audiences);
    try {
      return narrowScope(null, code.scopeAsked, code.scopeGranted, allowed);
    } catch (error) {
      if (error instanceof OAuthError) return error;
      throw error;
    }
  }

  /** A replay is punished whatever else is wrong with the call. @returns what to tell the caller. */
  private async refuse(
    code: FoundCode,
    scope: string[] | OAuthError,
    { now, address }: { now: number; address: string },
  ): Promise<OAuthError> {
    const { publicClientId: clientId, accountId } = code;
    if (await this.codes.punishReplay(code, now, address))
      this.logger.warn({ clientId, accountId, address }, 'an authorization code was replayed; its family ended');
    else if (scope instanceof OAuthError) return scope;
    return invalidGrant('the code is unknown or not valid any more');
  }
}
