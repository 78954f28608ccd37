import { Inject, Injectable } from '@nestjs/common';
import { ClientRepository } from '../../model/clients/client.repository';
import type { RegisteredClient } from '../../model/clients/registered-client';
import { CLOCK, type Clock } from '../../platform/config/clock';
import {
  type AuthorizationParameters,
  type SentParameters,
  unknownClient,
} from '../../protocol/request/authorization-request';
import { assertFit } from '../../protocol/client/profile-problems';
import { invalidRequest } from '../../protocol/oauth-error';
import { hashToken } from '../../protocol/token/opaque-secret';
import { assertPushedRequestUri, invalidRequestUri } from '../../protocol/request/request-uri';
import { HeldRequests } from '../../model/pushed-requests/held-requests';
import { PushedRequestRepository } from '../../model/pushed-requests/pushed-request.repository';
import { RequestObjects } from '../../model/clients/authentication/request-objects';
import type { Credentials } from '../../model/sessions/caller';

/** The parameters of an authorization request, and its pushed request where it has one. */
export interface SourcedRequest {
  parameters: AuthorizationParameters;
  /** Its hash. */
  pushedRequest: string | null;
}

function getKnown(client: RegisteredClient | null): RegisteredClient {
  if (client === null) throw unknownClient();
  assertFit(client);
  return client;
}

/** Reads the parameters of a request from the query, a signed object or the pushed requests. */
@Injectable()
export class RequestSource {
  constructor(
    private readonly clients: ClientRepository,
    private readonly pushed: PushedRequestRepository,
    private readonly held: HeldRequests,
    private readonly objects: RequestObjects,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws OAuthError without a redirect: until the request is read its target is unknown. */
  async read(sent: SentParameters, { address, cookie, noted }: Credentials): Promise<SourcedRequest> {
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
    return { parameters: await this.objects.open(sent, client, address), pushedRequest: null };
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
    return { parameters, pushedRequest };
  }
}
