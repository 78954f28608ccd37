import { Inject, Injectable } from '@nestjs/common';
import { ClientRepository } from '../../model/clients/client.repository';
import type { RegisteredClient } from '../../model/clients/registered-client';
import { SETTINGS, type Settings } from '../../platform/config/settings';
import { OAuthError } from '../../protocol/oauth-error';
import {
  type AuthorizationParameters,
  type AuthorizationRequest,
  parseAuthorizationRequest,
  resolveRedirectTarget,
  withRedirect,
} from '../../protocol/request/authorization-request';
import type { ResponseTarget } from '../../protocol/request/authorization-response';
import { CallerCheck } from './caller-check.service';
import type { SourcedRequest } from './request-source.service';

/** A request that passed every check of its own; its caller is not known yet. */
export interface CheckedRequest extends SourcedRequest {
  client: RegisteredClient;
  request: AuthorizationRequest;
  target: ResponseTarget;
  /** The account of its `id_token_hint`; `null`: any. */
  expected: string | null;
}

@Injectable()
export class RequestCheck {
  constructor(
    private readonly clients: ClientRepository,
    private readonly callers: CallerCheck,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** @throws OAuthError, the first check's that fails: client, redirect URI, request, `id_token_hint`. */
  async check({ parameters, pushedRequest }: SourcedRequest, address: string): Promise<CheckedRequest> {
    const { client, request } = await this.judge(parameters, address);
    const { redirectUri, responseMode, state } = request;
    const { redirectStatus: status } = client.rules;
    const target = { redirectUri, responseMode, state, issuer: this.settings.issuer, status };
    const expected = await this.callers.expectedAccount(request, client).catch((error: unknown) => {
      throw error instanceof OAuthError ? withRedirect(error, target) : error;
    });
    return { parameters, pushedRequest, client, request, target, expected };
  }

  private judge(parameters: AuthorizationParameters, address: string) {
    return this.clients.judge(parameters.client_id as string, address, (found) => {
      const target = resolveRedirectTarget(parameters, found);
      return { client: target.client, request: parseAuthorizationRequest(parameters, target, this.settings) };
    });
  }
}
