import { Controller, Get, HttpCode, Inject, Post } from '@nestjs/common';
import {
  ApiBearerAuth,
  ApiBody,
  ApiConsumes,
  ApiCookieAuth,
  ApiFoundResponse,
  ApiHeader,
  ApiMovedPermanentlyResponse,
  ApiOkResponse,
  ApiOperation,
  ApiResponse,
  ApiTags,
} from '@nestjs/swagger';
import type { Credentials } from '../../model/sessions/caller';
import { SETTINGS, type Settings } from '../../platform/config/settings';
import { ApiOAuthError } from '../../platform/http/docs/api-docs';
import { foreignOrigin } from '../../platform/http/edge/foreign-origin';
import { ActsByCookie, Direct, VariesBy } from '../../platform/http/edge/route-facts';
import { FORM, JSON_TYPE } from '../../platform/http/edge/edge-request';
import { Reply } from '../../platform/http/answers/reply';
import { prefersPage } from '../../protocol/text/accept';
import { rulesOf } from '../../protocol/client/security-profile';
import { SENT_PARAMETERS } from '../../protocol/request/authorization-request';
import { type AuthorizationResponse, toRedirect } from '../../protocol/request/authorization-response';
import { parseParameters } from '../../protocol/request/parameters';
import { prefersRepresentation } from '../../protocol/text/prefer';
import { type AuthorizeCall, CurrentAuthorizeCall } from './authorize-call';
import { authorizationRepresentation } from './authorization-representation';
import { ApiAuthorizationParameters, ConsentScreenView, DecisionDto, RedirectView } from './authorize.dto';
import { ConsentDecisions } from './decision.service';
import { ConsentPages, type PageAnswer } from './page.service';
import { AuthorizationRequests } from './request.service';
import { ConsentScreens } from './screen.service';
import { postedRequest } from './posted-request';
import { FORM_POST_PAGE, type FormPostPage } from './form-post-page';
import { requestUrl } from '../../protocol/request/request-url';

@ApiTags('oauth2')
@ApiBearerAuth('session')
@ApiCookieAuth('cookie')
@ActsByCookie()
@Controller('oauth2/authorize')
export class AuthorizeController {
  constructor(
    private readonly requests: AuthorizationRequests,
    private readonly screens: ConsentScreens,
    private readonly decisions: ConsentDecisions,
    private readonly consentPages: ConsentPages,
    @Inject(FORM_POST_PAGE) private readonly formPostPage: FormPostPage,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Get()
  @Direct()
  @VariesBy('Accept', 'Prefer')
  @ApiOperation({ summary: 'Get the consent screen as JSON' })
  @ApiAuthorizationParameters()
  @ApiHeader({ name: 'Prefer', required: false, description: '`return=representation`: never answer with a redirect.' })
  @ApiOkResponse({
    type: ConsentScreenView,
    description:
      'The consent screen. With `Prefer: return=representation` and `prompt=none`: redirect_to, as for a decision.',
  })
  @ApiFoundResponse({
    description:
      'The answer to prompt=none. Browsers are redirected to CONSENT_UI_URL or, with an error, to a trusted redirect URI.',
  })
  @ApiOAuthError(400, 401, 429, 503)
  async request(@CurrentAuthorizeCall() call: AuthorizeCall): Promise<Reply> {
    const { query, accept, prefer, credentials } = call;
    const isFetch = prefersRepresentation(prefer);
    const outcome =
      prefersPage(accept) && !isFetch
        ? await this.consentPages.answer(query, credentials)
        : await this.answer(query, credentials);
    if ('page' in outcome) return this.toPage(outcome);
    if ('sessionID' in outcome) return new Reply(200, outcome);
    return isFetch ? authorizationRepresentation(outcome) : this.lead(302, outcome, call);
  }

  @Post()
  @Direct()
  @ActsByCookie({ foreignOrigin: 'passed on' })
  @VariesBy('Prefer')
  @HttpCode(301)
  @ApiOperation({ summary: 'Submit the consent decision, or send an authorization request as a form' })
  @ApiConsumes(FORM, JSON_TYPE)
  @ApiBody({ type: DecisionDto })
  @ApiHeader({
    name: 'Prefer',
    required: false,
    description: '`return=representation`: answer with 200 and redirect_to.',
  })
  @ApiMovedPermanentlyResponse({ description: 'To the redirect URI, with `code` or `error`, `state` and `iss`.' })
  @ApiOkResponse({
    type: RedirectView,
    description:
      'With `Prefer: return=representation`. Without it, if response_mode is form_post: a page that posts the answer.',
  })
  @ApiResponse({ status: 303, description: 'For an authorization request (OIDC Core §3.1.2.1): to the same GET.' })
  @ApiOAuthError(400, 401, 403, 413, 503)
  async decide(@CurrentAuthorizeCall() call: AuthorizeCall): Promise<Reply> {
    const { body, prefer, isFromElsewhere, credentials } = call;
    const posted = postedRequest(body);
    // It does nothing but lead to the GET, so that applications' pages may post it.
    if (posted !== null) return Reply.redirect(303, requestUrl(this.settings.issuer, posted));
    if (isFromElsewhere) throw foreignOrigin();
    const response = await this.decisions.decide(body, credentials);
    return prefersRepresentation(prefer) ? authorizationRepresentation(response) : this.lead(301, response, call);
  }

  private async answer(query: string, credentials: Credentials) {
    const checked = await this.requests.read(parseParameters(query, SENT_PARAMETERS), credentials);
    return this.screens.answer(checked, credentials);
  }

  private toPage({ page, cookie }: PageAnswer): Reply {
    const { redirectStatus } = rulesOf(this.settings.securityProfile);
    const more = cookie === null ? {} : { 'set-cookie': cookie };
    return new Reply(redirectStatus, undefined, { ...more, location: page });
  }

  /** To the client: by a redirect, or by a page that posts itself. */
  private lead(status: 301 | 302, response: AuthorizationResponse, { request }: AuthorizeCall): Reply {
    if (response.parameters.error !== undefined) request.edge.noted.error = response.parameters.error;
    return response.mode === 'form_post'
      ? this.formPostPage(response, request)
      : Reply.redirect(response.status ?? status, toRedirect(response));
  }
}
