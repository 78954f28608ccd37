import { Inject, Injectable } from '@nestjs/common';
import { toClientView } from '../../clients/client.view';
import { ClientRepository, type RegisteredClient } from '../../clients/client.repository';
import { CLOCK, type Clock } from '../../config/clock';
import { SETTINGS, type Settings } from '../../config/settings';
import { ConsentRepository } from '../../consents/consent.repository';
import { GrantRepository } from '../../grants/grant.repository';
import {
  type AuthorizationParameters,
  type AuthorizationRequest,
  parseAuthorizationRequest,
  resolveRedirectTarget,
} from '../../protocol/authorization-request';
import { invalidRequest } from '../../protocol/oauth-error';
import { hashToken, randomToken } from '../../protocol/opaque-secret';
import type { Caller, Credentials } from '../../sessions/caller';
import { Callers } from '../../sessions/callers';
import type { ConsentScreenView } from './authorize.dto';
import { loginRequired } from './login-required';

/** GET /oauth2/authorize: from a request to a consent session. */
@Injectable()
export class ConsentRequestService {
  constructor(
    private readonly clients: ClientRepository,
    private readonly grants: GrantRepository,
    private readonly consents: ConsentRepository,
    private readonly callers: Callers,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws OAuthError, the first check's that fails: client, redirect URI, request, caller. */
  async open(parameters: AuthorizationParameters, credentials: Credentials): Promise<ConsentScreenView> {
    if (parameters.client_id === undefined) throw invalidRequest('client_id is missing');
    const { client, request } = await this.clients.judge(parameters.client_id, (found) => {
      const target = resolveRedirectTarget(parameters, found);
      return { client: target.client, request: parseAuthorizationRequest(parameters, target, this.settings) };
    });
    const caller = await this.callers.find(credentials);
    if (caller === null) throw loginRequired();
    return this.openFor(caller, client, request);
  }

  private async openFor(
    { account }: Caller,
    client: RegisteredClient,
    request: AuthorizationRequest,
  ): Promise<ConsentScreenView> {
    const sessionID = randomToken();
    const ttl = this.settings.ttl.consentSession;
    const expiresAt = this.clock.now() + ttl * 1000;
    await this.consents.open({
      ...request,
      hash: hashToken(sessionID),
      accountId: account.id,
      clientId: client.id,
      resource: request.resource.url,
      expiresAt,
    });
    const granted = await this.grants.scopesOf(account.id, client.id);
    return {
      sessionID,
      expires_in: ttl,
      expires_at: new Date(expiresAt).toISOString(),
      ...screenOf(account, client, request, granted),
    };
  }
}

function screenOf(
  { id, name, email }: Caller['account'],
  client: RegisteredClient,
  { scope, resource, redirectUri }: AuthorizationRequest,
  granted: readonly string[],
) {
  return {
    client: toClientView(client),
    account: { id, name, email },
    resource: { url: resource.url, name: resource.name },
    scopes: scope.map((asked) => ({
      name: asked,
      description: resource.scopes.find((known) => known.name === asked)?.description ?? asked,
      granted_before: granted.includes(asked),
    })),
    redirect_uri: redirectUri,
  };
}
