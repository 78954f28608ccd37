import { Inject, Injectable } from '@nestjs/common';
import type { RegisteredClient } from '../../model/clients/registered-client';
import { CLOCK, type Clock } from '../../platform/config/clock';
import { SETTINGS, type Settings } from '../../platform/config/settings';
import type { Noted } from '../../platform/http/edge/edge-request';
import { IntrospectionSigner } from '../../model/keys/signing/introspection-signer';
import {
  INACTIVE,
  type Introspection,
  introspectAccessToken,
  introspectRefreshToken,
  mayIntrospect,
  signedIntrospection,
} from '../../protocol/token/introspection';
import { OAuthError, invalidRequest } from '../../protocol/oauth-error';
import { AccessTokenReader } from '../../model/tokens/access-token-reader';
import { RefreshTokenReader } from '../../model/tokens/refresh-token-reader';
import { type CallOfClient, ClientAuthentication } from '../../model/clients/authentication/client-authentication';

interface IntrospectionCall extends CallOfClient {
  parameters: CallOfClient['parameters'] & { token?: string };
  address: string;
  noted: Noted;
}

/** POST /oauth2/introspect: the state of a token (RFC 7662), for its client and its resource. */
@Injectable()
export class IntrospectionService {
  constructor(
    private readonly authentication: ClientAuthentication,
    private readonly accessTokens: AccessTokenReader,
    private readonly refreshTokens: RefreshTokenReader,
    private readonly signer: IntrospectionSigner,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws OAuthError of the client as the token endpoint does; `invalid_client` for a public client. */
  async introspect(call: IntrospectionCall): Promise<{ answer: Introspection; client: RegisteredClient }> {
    const client = await this.authentication.authenticate(this.authentication.parse(call), call);
    if (client.type === 'public')
      throw new OAuthError('invalid_client', 'a public application cannot introspect: it has no way to authenticate');
    const { token } = call.parameters;
    if (token === undefined) throw invalidRequest('token is missing');
    return { client, answer: await this.answerOn(token, client) };
  }

  /** The same as a JWT for that client alone (RFC 9701). */
  async introspectSigned(call: IntrospectionCall): Promise<string> {
    const { answer, client } = await this.introspect(call);
    const { issuer } = this.settings;
    const claims = signedIntrospection(answer, { issuer, clientId: client.clientId, now: this.clock.now() });
    return this.signer.sign(claims);
  }

  private async answerOn(token: string, { id, clientId }: RegisteredClient): Promise<Introspection> {
    const { issuer, resources } = this.settings;
    const refreshToken = await this.refreshTokens.find(token);
    if (refreshToken !== null)
      return refreshToken.clientId === id ? introspectRefreshToken(refreshToken, issuer) : INACTIVE;
    const claims = await this.accessTokens.find(token);
    return claims !== null && mayIntrospect(clientId, claims, resources) ? introspectAccessToken(claims) : INACTIVE;
  }
}
