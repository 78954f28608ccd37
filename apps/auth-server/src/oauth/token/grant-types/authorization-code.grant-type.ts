import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { CodeRepository, type FoundCode } from '../../../codes/code.repository';
import { CLOCK, type Clock } from '../../../config/clock';
import { timeOrderedId } from '../../../database/time-ordered-id';
import { LOGGER } from '../../../http/logger';
import { assertRedeemable } from '../../../protocol/code-redemption';
import { invalidGrant, invalidRequest } from '../../../protocol/oauth-error';
import { hashToken } from '../../../protocol/opaque-secret';
import { narrowScope } from '../../../protocol/scope';
import { TokenIssuer, type TokenResponse } from '../../../tokens/token-issuer';
import { ClientAuthentication } from '../client-authentication';
import type { TokenCall } from '../token-request';
import type { GrantType } from './grant-type';

/** RFC 6749 §4.1.3. */
@Injectable()
export class AuthorizationCodeGrantType implements GrantType {
  constructor(
    private readonly clients: ClientAuthentication,
    private readonly codes: CodeRepository,
    private readonly issuer: TokenIssuer,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async exchange(call: TokenCall): Promise<TokenResponse> {
    const client = await this.clients.authenticate(this.clients.parse(call));
    const { code: text, redirect_uri: redirectUri, code_verifier: verifier } = call.parameters;
    if (text === undefined) throw invalidRequest('code is missing');
    if (redirectUri === undefined) throw invalidRequest('redirect_uri is missing');
    const now = this.clock.now();
    const code = await this.codes.find(hashToken(text));
    assertRedeemable(code, { clientId: client.id, redirectUri, verifier, now });
    const scope = narrowScope(null, code.scopeAsked, code.scopeGranted, client.scopes);
    const familyId = timeOrderedId(now);
    await this.redeem(code, familyId, now, call.address);
    const { accountId, resource } = code;
    return this.issuer.issue({ accountId, client, familyId, generation: 0, resource, scope }, now);
  }

  private async redeem(code: FoundCode, familyId: string, now: number, address: string): Promise<void> {
    const family = { id: familyId, expiresAt: this.issuer.refreshExpiry(now) };
    const outcome = await this.codes.redeem(code, family, now, address);
    if (outcome === 'redeemed') return;
    if (outcome === 'replayed')
      this.logger.warn(
        { clientId: code.publicClientId, accountId: code.accountId, address },
        'an authorization code was replayed; its family ended',
      );
    throw invalidGrant('the code is unknown or not valid any more');
  }
}
