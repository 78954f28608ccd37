import { Inject, Injectable } from '@nestjs/common';
import { ClientRepository } from '../../model/clients/client.repository';
import { SETTINGS, type Settings } from '../../platform/config/settings';
import { GrantRepository } from '../../model/grants/grant.repository';
import { OAuthError } from '../../protocol/oauth-error';
import { isTrustedRegistration } from '../../protocol/client/trusted-registration';
import { SENT_PARAMETERS } from '../../protocol/request/authorization-request';
import type { AuthorizationResponse } from '../../protocol/request/authorization-response';
import { mayRedirectError } from '../../protocol/request/error-destination';
import { parseParameters } from '../../protocol/request/parameters';
import { isSilent } from '../../protocol/request/prompt';
import { HeldRequests } from '../../model/pushed-requests/held-requests';
import type { Credentials } from '../../model/sessions/caller';
import { Callers } from '../../model/sessions/callers';
import type { ConsentScreenView } from './authorize.dto';
import { ConsentRequestService } from './consent-request.service';
import { RequestCheck } from './request-check.service';
import { RequestSource, type SourcedRequest } from './request-source.service';

/** In a query whose parameters may not be readable. */
const SILENT_QUERY = /(?:^|&)prompt=none(?:&|$)/;

/** To `CONSENT_UI_URL`. */
export interface PageAnswer {
  page: string;
  /** A `Set-Cookie` header; `null`: none. */
  cookie: string | null;
}

export type BrowserAnswer = ConsentScreenView | AuthorizationResponse | PageAnswer;

/** GET /oauth2/authorize by a browser, which cannot show JSON: the client, the consent page, or a body (ADR 48). */
@Injectable()
export class BrowserRequestService {
  constructor(
    private readonly sources: RequestSource,
    private readonly checks: RequestCheck,
    private readonly requests: ConsentRequestService,
    private readonly clients: ClientRepository,
    private readonly grants: GrantRepository,
    private readonly callers: Callers,
    private readonly held: HeldRequests,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /**
   * @param query undecoded.
   * @returns the consent page also for errors, which it shows.
   * @throws OAuthError where there is no page, or none may be shown.
   */
  async answer(query: string, credentials: Credentials): Promise<BrowserAnswer> {
    const { consentUiUrl: page } = this.settings;
    let sourced: SourcedRequest | null = null;
    try {
      sourced = await this.sources.read(parseParameters(query, SENT_PARAMETERS), credentials);
      const checked = await this.checks.check(sourced, credentials.address);
      if (page !== null && !isSilent(sourced.parameters.prompt))
        return { page, cookie: this.hold(sourced, credentials) };
      return await this.requests.answer(checked, credentials);
    } catch (error) {
      const response = await this.redirectOf(error, sourced, credentials);
      if (response !== null) return response;
      const isPageless = sourced === null ? SILENT_QUERY.test(query) : isSilent(sourced.parameters.prompt);
      if (page !== null && !isPageless) return { page, cookie: null };
      throw error;
    }
  }

  private hold({ pushedRequest }: SourcedRequest, { cookie }: Credentials): string | null {
    return pushedRequest === null ? null : this.held.hold(pushedRequest, cookie);
  }

  /** The error's response, if the browser may be sent to the client with it. */
  private async redirectOf(
    error: unknown,
    sourced: SourcedRequest | null,
    credentials: Credentials,
  ): Promise<AuthorizationResponse | null> {
    const clientId = sourced?.parameters.client_id;
    if (clientId === undefined || !(error instanceof OAuthError) || error.detail.response === undefined) return null;
    const client = await this.clients.find(clientId);
    if (client?.origin !== 'console') return null;
    const caller = await this.callers.find(credentials);
    const mayMatter = caller !== null && !isTrustedRegistration(client, this.settings);
    const hasGrant = mayMatter && (await this.grants.isActive(caller.account.id, client.id));
    const may = mayRedirectError(error.code, client, { isSignedIn: caller !== null, hasGrant }, this.settings);
    return may ? error.detail.response : null;
  }
}
