import { Controller, Get, Headers, HttpCode, Inject, Post } from '@nestjs/common';
import {
  ApiBearerAuth,
  ApiBody,
  ApiConsumes,
  ApiCookieAuth,
  ApiFoundResponse,
  ApiHeader,
  ApiOkResponse,
  ApiOperation,
  ApiQuery,
  ApiResponse,
  ApiTags,
} from '@nestjs/swagger';
import { toAccountView } from '../../model/accounts/account.view';
import { toClientView } from '../../model/clients/client.view';
import { SETTINGS, type Settings } from '../../platform/config/settings';
import { ApiOAuthError } from '../../platform/http/docs/api-docs';
import { ActsByCookie, VariesBy } from '../../platform/http/edge/route-facts';
import {
  type BodyReader,
  type ClientCall,
  CurrentCall,
  FORM,
  FromElsewhere,
  JSON_TYPE,
  OAuthBody,
  type TypedBody,
} from '../../platform/http/edge/edge-request';
import { Reply } from '../../platform/http/answers/reply';
import { withQuery } from '../../platform/http/answers/with-query';
import { LOGOUT_PARAMETERS, type LogoutParameters } from '../../protocol/logout/logout-request';
import { OAuthError } from '../../protocol/oauth-error';
import { parseJsonParameters, parseParameters } from '../../protocol/request/parameters';
import { prefersPage } from '../../protocol/text/accept';
import { prefersRepresentation } from '../../protocol/text/prefer';
import { appendParameters } from '../../protocol/request/redirect-uri';
import type { Credentials } from '../../model/sessions/caller';
import { expiredSessionCookie } from '../../model/sessions/session-cookie';
import { CallerCredentials } from '../../model/sessions/signed-in.guard';
import { LogoutRequestDto, LogoutView } from './logout.dto';
import { type Logout, LogoutService } from './logout.service';

@ApiTags('oauth2')
@ApiBearerAuth('session')
@ApiCookieAuth('cookie')
@Controller('oauth2/logout')
export class LogoutController {
  constructor(
    private readonly logouts: LogoutService,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Get()
  @VariesBy('Accept')
  @ApiOperation({
    summary: 'Sign out at the request of an application; without a valid id_token_hint nothing is ended or redirected',
  })
  @ApiQuery({ name: 'id_token_hint', required: false, description: 'An ID token of the session.' })
  @ApiQuery({ name: 'client_id', required: false, description: 'The application, if there is no hint.' })
  @ApiQuery({ name: 'post_logout_redirect_uri', required: false, description: 'A registered URI.' })
  @ApiQuery({ name: 'state', required: false, description: 'Returned unchanged.' })
  @ApiOkResponse({ type: LogoutView })
  @ApiFoundResponse({
    description:
      'With an id_token_hint: to post_logout_redirect_uri, with `state`. Otherwise browsers are redirected to a page that asks or confirms.',
  })
  @ApiOAuthError(400, 403, 503)
  async request(
    @CurrentCall() { query, isPrefetch }: ClientCall,
    @Headers('accept') accept: string | undefined,
    @CallerCredentials() credentials: Credentials,
  ): Promise<Reply> {
    if (isPrefetch) throw prefetched();
    if (this.settings.consentUiUrl !== null && prefersPage(accept)) return this.answerBrowser(query, credentials);
    const parameters = parseParameters(query, LOGOUT_PARAMETERS);
    const logout = await this.logouts.logOut(parameters, credentials, false);
    return this.reply(logout, (target) => Reply.redirect(302, target));
  }

  /** What would be a body is told by the page, which judges the same request again. */
  private async answerBrowser(query: string, credentials: Credentials): Promise<Reply> {
    const page = `${this.settings.issuer}/sign-out`;
    try {
      const logout = await this.logouts.logOut(parseParameters(query, LOGOUT_PARAMETERS), credentials, false);
      if (logout.outcome !== 'signed_out') return Reply.redirect(302, withQuery(page, query));
      const { headers } = this.reply(logout, (target) => Reply.redirect(302, target));
      return new Reply(302, undefined, { location: page, ...headers });
    } catch (error) {
      if (error instanceof OAuthError && error.status < 500) return Reply.redirect(302, withQuery(page, query));
      throw error;
    }
  }

  @Post()
  @ActsByCookie({ foreignOrigin: 'passed on' })
  @VariesBy('Prefer')
  @HttpCode(303)
  @ApiOperation({ summary: 'Sign out, confirmed by the user. From another site it is passed on to the GET' })
  @ApiConsumes(FORM, JSON_TYPE)
  @ApiBody({ type: LogoutRequestDto })
  @ApiHeader({
    name: 'Prefer',
    required: false,
    description: '`return=representation`: answer with 200 and redirect_to.',
  })
  @ApiOkResponse({ type: LogoutView })
  @ApiResponse({ status: 303, description: 'To post_logout_redirect_uri, with `state`.' })
  @ApiOAuthError(400, 413, 503)
  async decide(
    @OAuthBody() body: BodyReader,
    @FromElsewhere() isFromElsewhere: boolean,
    @Headers('prefer') prefer: string | undefined,
    @CallerCredentials() credentials: Credentials,
  ): Promise<Reply> {
    // SameSite=Lax: browsers send the cookie with the following GET, not with another site's POST.
    if (isFromElsewhere) return Reply.redirect(303, this.asLink(body));
    const logout = await this.logouts.logOut(parseBody(body(FORM, JSON_TYPE)), credentials, true);
    return this.reply(logout, (target) =>
      prefersRepresentation(prefer)
        ? new Reply(200, { confirmation_required: false, redirect_to: target }, PREFERENCE_APPLIED)
        : Reply.redirect(303, target),
    );
  }

  /** The same request as a GET, which tells what is wrong with it. */
  private asLink(body: BodyReader): string {
    const page = `${this.settings.issuer}/oauth2/logout`;
    const sent = body(FORM, JSON_TYPE);
    try {
      return appendParameters(page, parseBody(sent));
    } catch (error) {
      if (sent.type === FORM) return new URL(withQuery(page, sent.text)).href;
      throw error;
    }
  }

  private reply(logout: Logout, redirect: (target: string) => Reply): Reply {
    if (logout.outcome === 'unconfirmed') return new Reply(200, toConfirmation(logout));
    if (logout.outcome === 'offered')
      return new Reply(200, { confirmation_required: false, redirect_to: logout.target });
    const { target } = logout;
    const { status, body, headers } =
      target === null ? new Reply(200, { confirmation_required: false }) : redirect(target);
    return new Reply(status, body, { ...headers, 'set-cookie': expiredSessionCookie(this.settings) });
  }
}

/** A browser's prefetch must not sign the account out. */
const prefetched = () => new OAuthError('access_denied', 'this call may end a session and must not be prefetched');

const PREFERENCE_APPLIED = { 'preference-applied': 'return=representation' };

const toConfirmation = ({ account, client }: Logout & { outcome: 'unconfirmed' }): LogoutView => ({
  confirmation_required: true,
  account: toAccountView(account),
  client: client === null ? null : toClientView(client),
});

const parseBody = ({ type, text }: TypedBody): LogoutParameters =>
  type === JSON_TYPE ? parseJsonParameters(text, LOGOUT_PARAMETERS) : parseParameters(text, LOGOUT_PARAMETERS);
