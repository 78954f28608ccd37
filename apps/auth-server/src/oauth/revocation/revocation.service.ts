import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../platform/config/clock';
import type { Noted } from '../../platform/http/edge/edge-request';
import { DerivedKeys } from '../../model/keys/derived-keys';
import { invalidGrant, invalidRequest } from '../../protocol/oauth-error';
import { parseRefreshToken } from '../../protocol/token/refresh-token';
import { AccessTokenReader } from '../../model/tokens/access-token-reader';
import { TokenRevocationRepository } from '../../model/tokens/token-revocation.repository';
import { type CallOfClient, ClientAuthentication } from '../../model/clients/authentication/client-authentication';

interface RevocationCall extends CallOfClient {
  parameters: CallOfClient['parameters'] & { token?: string };
  address: string;
  noted: Noted;
}

/** POST /oauth2/revoke: a client revokes its own token (RFC 7009). */
@Injectable()
export class RevocationService {
  constructor(
    private readonly authentication: ClientAuthentication,
    private readonly accessTokens: AccessTokenReader,
    private readonly revocations: TokenRevocationRepository,
    private readonly keys: DerivedKeys,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * An unknown or expired token is no error (RFC 7009 §2.2).
   *
   * @throws OAuthError of the client as the token endpoint does; `invalid_grant` for a token of another client.
   */
  async revoke(call: RevocationCall): Promise<void> {
    const client = await this.authentication.authenticate(this.authentication.parse(call), call);
    const { token } = call.parameters;
    if (token === undefined) throw invalidRequest('token is missing');
    const use = { now: this.clock.now(), address: call.address };
    const refreshToken = parseRefreshToken(token, this.keys.refresh);
    if (refreshToken !== null) {
      if (refreshToken.clientId !== client.id) throw anothers();
      return this.revocations.revokeFamily(refreshToken.familyId, use);
    }
    const claims = await this.accessTokens.find(token);
    if (claims === null) return;
    if (claims.client_id !== client.clientId) throw anothers();
    await this.revocations.revokeAccessToken(claims, use);
  }
}

/** RFC 7009 §2.1: an error, and the token stays valid. */
const anothers = () => invalidGrant('the token was issued to another application');
