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
  ApiQuery,
  ApiTags,
} from '@nestjs/swagger';
import { SETTINGS, type Settings } from '../../config/settings';
import { ApiOAuthError } from '../../http/docs/api-docs';
import { ActsByCookie, Direct, VariesBy } from '../../http/edge/route-facts';
import { FORM, JSON_TYPE } from '../../http/edge/edge-request';
import { Reply } from '../../http/answers/reply';
import { prefersPage } from '../../protocol/text/accept';
import { SENT_PARAMETERS } from '../../protocol/request/authorization-request';
import { parseParameters } from '../../protocol/request/parameters';
import { prefersRepresentation } from '../../protocol/text/prefer';
import type { Credentials } from '../../sessions/caller';
import { Callers } from '../../sessions/callers';
import { type AuthorizeCall, CurrentAuthorizeCall } from './authorize-call';
import { withQuery } from '../../http/answers/with-query';
import { authorizationReply, authorizationRepresentation } from './authorization-reply';
import { ConsentScreenView, DecisionDto, RedirectView } from './authorize.dto';
import { ConsentRequestService } from './consent-request.service';
import { ConsentDecisionService } from './consent-decision.service';

@ApiTags('oauth2')
@ApiBearerAuth('session')
@ApiCookieAuth('cookie')
@ActsByCookie()
@Controller('oauth2/authorize')
export class AuthorizeController {
  constructor(
    private readonly requests: ConsentRequestService,
    private readonly decisions: ConsentDecisionService,
    private readonly callers: Callers,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Get()
  @Direct()
  @VariesBy('Accept')
  @ApiOperation({ summary: 'Get the consent screen, as JSON' })
  @ApiQuery({ name: 'client_id' })
  @ApiQuery({ name: 'request_uri', required: false, description: 'A pushed request (RFC 9126): nothing else counts.' })
  @ApiQuery({ name: 'request', required: false, description: 'A signed request (RFC 9101): nothing else counts.' })
  @ApiQuery({ name: 'redirect_uri', description: 'Equal, byte for byte, to a registered one.' })
  @ApiQuery({ name: 'response_type', enum: ['code'] })
  @ApiQuery({ name: 'scope', required: false, description: 'Required without code_challenge.' })
  @ApiQuery({ name: 'state', required: false, description: 'Required without code_challenge; returned as it came.' })
  @ApiQuery({ name: 'code_challenge', required: false, description: 'PKCE; required of public applications.' })
  @ApiQuery({ name: 'code_challenge_method', required: false, enum: ['S256'] })
  @ApiQuery({ name: 'resource', required: false, description: 'The URL of the resource (RFC 8707).' })
  @ApiQuery({ name: 'authorization_details', required: false, description: 'JSON (RFC 9396); scope may be left out.' })
  @ApiQuery({ name: 'nonce', required: false, description: 'Comes back in the ID token.' })
  @ApiQuery({ name: 'prompt', required: false, description: '`none`, or of login, consent, select_account.' })
  @ApiQuery({ name: 'max_age', required: false, description: 'Seconds since the sign-in, at most.' })
  @ApiQuery({ name: 'acr_values', required: false, description: 'Classes of sign-in, any of which will do.' })
  @ApiQuery({ name: 'login_hint', required: false, description: 'Whom the application expects.' })
  @ApiQuery({ name: 'id_token_hint', required: false, description: 'An ID token of the account it expects.' })
  @ApiQuery({ name: 'response_mode', required: false, enum: ['query', 'form_post'] })
  @ApiQuery({ name: 'dpop_jkt', required: false, description: 'Thumbprint of the proof key (RFC 9449 §10).' })
  @ApiOkResponse({ type: ConsentScreenView })
  @ApiFoundResponse({ description: 'A browser, where CONSENT_UI_URL is set: to that page.' })
  @ApiOAuthError(400, 401, 429, 503)
  async request(@CurrentAuthorizeCall() { query, accept, credentials }: AuthorizeCall): Promise<Reply> {
    const { consentUiUrl } = this.settings;
    if (consentUiUrl !== null && prefersPage(accept) && !(await this.isSilent(query, credentials)))
      return Reply.redirect(302, withQuery(consentUiUrl, query));
    const outcome = await this.requests.open(parseParameters(query, SENT_PARAMETERS), credentials);
    return 'sessionID' in outcome ? new Reply(200, outcome) : authorizationReply(302, outcome);
  }

  @Post()
  @Direct()
  @VariesBy('Prefer')
  @HttpCode(301)
  @ApiOperation({ summary: 'Submit the consent decision' })
  @ApiConsumes(FORM, JSON_TYPE)
  @ApiBody({ type: DecisionDto })
  @ApiHeader({ name: 'Prefer', required: false, description: '`return=representation` asks for 200 with redirect_to.' })
  @ApiMovedPermanentlyResponse({ description: 'To the redirect URI, with `code` or `error`, `state` and `iss`.' })
  @ApiOkResponse({
    type: RedirectView,
    description:
      'With `Prefer: return=representation`. Without it, where response_mode is form_post: a page that posts.',
  })
  @ApiOAuthError(400, 401, 403, 413, 503)
  async decide(@CurrentAuthorizeCall() { body, prefer, credentials }: AuthorizeCall): Promise<Reply> {
    const response = await this.decisions.decide(body, credentials);
    return prefersRepresentation(prefer) ? authorizationRepresentation(response) : authorizationReply(301, response);
  }

  /** With `prompt=none` a page has nothing to show, and its fetch could not follow the redirect. */
  private async isSilent(query: string, credentials: Credentials): Promise<boolean> {
    return /(?:^|&)prompt=none(?:&|$)/.test(query) && (await this.callers.find(credentials)) !== null;
  }
}
