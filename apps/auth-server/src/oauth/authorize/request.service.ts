import { Inject, Injectable } from '@nestjs/common';
import { RequestObjects } from '../../model/clients/authentication/request-objects';
import { ClientRepository } from '../../model/clients/client.repository';
import type { RegisteredClient } from '../../model/clients/registered-client';
import { HeldRequests } from '../../model/pushed-requests/held-requests';
import { PushedRequestRepository } from '../../model/pushed-requests/pushed-request.repository';
import type { Credentials } from '../../model/sessions/caller';
import { IdTokenReader } from '../../model/tokens/id-token-reader';
import { CLOCK, type Clock } from '../../platform/config/clock';
import { SETTINGS, type Settings } from '../../platform/config/settings';
import { assertFit } from '../../protocol/client/profile-problems';
import { OAuthError, invalidRequest } from '../../protocol/oauth-error';
import {
  type AuthorizationParameters,
  type AuthorizationRequest,
  type SentParameters,
  parseAuthorizationRequest,
  resolveRedirectTarget,
  unknownClient,
  withRedirect,
} from '../../protocol/request/authorization-request';
import type { ResponseTarget } from '../../protocol/request/authorization-response';
import { assertPushedRequestUri, invalidRequestUri } from '../../protocol/request/request-uri';
import { hashToken } from '../../protocol/token/opaque-secret';

/** The parameters of an authorization request, and its pushed request where it has one. */
export interface SourcedRequest {
  client: RegisteredClient;
  parameters: AuthorizationParameters;
  /** Its hash. */
  pushedRequest: string | null;
}

/** A request that passed every check of its own; its caller is not known yet. */
export interface CheckedRequest extends SourcedRequest {
  request: AuthorizationRequest;
  target: ResponseTarget;
  /** The account of its `id_token_hint`; `null`: any. */
  expected: string | null;
}

function getKnown(client: RegisteredClient | null): RegisteredClient {
  if (client === null) throw unknownClient();
  assertFit(client);
  return client;
}

/** Reads authorization requests, and checks all of them that does not depend on who calls. */
@Injectable()
export class AuthorizationRequests {
  constructor(
    private readonly clients: ClientRepository,
    private readonly pushed: PushedRequestRepository,
    private readonly held: HeldRequests,
    private readonly objects: RequestObjects,
    private readonly idTokens: IdTokenReader,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws OAuthError, the first check's that fails: client, redirect URI, request, `id_token_hint`. */
  async read(sent: SentParameters, credentials: Credentials): Promise<CheckedRequest> {
    return this.check(await this.source(sent, credentials), credentials);
  }

  /**
   * Takes the parameters from the query, a signed object or the pushed requests.
   *
   * @throws OAuthError without a redirect: until the request is read its target is unknown.
   */
  async source(sent: SentParameters, { address, cookie, noted }: Credentials): Promise<SourcedRequest> {
    const { client_id: clientId, request, request_uri: requestUri } = sent;
    if (clientId === undefined) throw invalidRequest('client_id is missing');
    const client = await this.clients.judge(clientId, address, getKnown);
    noted.client = client.clientId;
    if (requestUri !== undefined) {
      if (request !== undefined) throw invalidRequest('send request or request_uri, not both');
      return this.take(requestUri, client, cookie);
    }
    if (client.requirePushedAuthorizationRequests)
      throw invalidRequest('this application must push its requests: send request_uri');
    return { client, parameters: await this.objects.open(sent, client, address), pushedRequest: null };
  }

  /** @throws OAuthError as {@link read}. */
  async check({ parameters, pushedRequest }: SourcedRequest, { address }: Credentials): Promise<CheckedRequest> {
    const { client, request } = await this.clients.judge(parameters.client_id as string, address, (found) => {
      const target = resolveRedirectTarget(parameters, found);
      return { client: target.client, request: parseAuthorizationRequest(parameters, target, this.settings) };
    });
    const { redirectUri, responseMode, state } = request;
    const { redirectStatus: status } = client.rules;
    const target = { redirectUri, responseMode, state, issuer: this.settings.issuer, status };
    const expected = await this.expectedAccount(request, client).catch((error: unknown) => {
      throw error instanceof OAuthError ? withRedirect(error, target) : error;
    });
    return { client, parameters, pushedRequest, request, target, expected };
  }

  /** @returns the `Set-Cookie` by which the browser may bring a pushed request again; `null`: it is none. */
  hold({ pushedRequest }: SourcedRequest, { cookie }: Credentials): string | null {
    return pushedRequest === null ? null : this.held.hold(pushedRequest, cookie);
  }

  /** RFC 9126 §4: other parameters of the query are ignored. A browser that holds the request has brought it before. */
  private async take(
    requestUri: string,
    client: RegisteredClient,
    cookie: string | undefined,
  ): Promise<SourcedRequest> {
    assertPushedRequestUri(requestUri);
    const pushedRequest = hashToken(requestUri);
    const broughtAt = this.held.broughtAt(pushedRequest, cookie) ?? this.clock.now();
    const parameters = await this.pushed.find(pushedRequest, client.clientId, broughtAt);
    if (parameters === null) throw invalidRequestUri();
    return { client, parameters, pushedRequest };
  }

  /**
   * Reads the account of the request's `id_token_hint` (OpenID Connect Core §3.1.2.1); `null` without one.
   *
   * @throws OAuthError `invalid_request` unless the hint is an ID token that this server issued to this client.
   */
  private async expectedAccount(
    { idTokenHint }: AuthorizationRequest,
    { clientId }: RegisteredClient,
  ): Promise<string | null> {
    if (idTokenHint === null) return null;
    const claims = await this.idTokens.find(idTokenHint);
    if (claims?.aud !== clientId) throw invalidRequest('id_token_hint is not an ID token issued to this application');
    return claims.sub;
  }
}
