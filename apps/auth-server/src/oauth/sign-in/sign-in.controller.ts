import { Controller, HttpCode, Inject, Post } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { AppEvents } from '../../model/sessions/elsewhere/app-events';
import { SignInAnswers } from '../../model/sessions/elsewhere/sign-in-answers';
import { RejectedTokenLog } from '../../model/sessions/rejected-token-log';
import { SETTINGS, type Settings, type SignInSetting } from '../../platform/config/settings';
import { Reply } from '../../platform/http/answers/reply';
import { ApiOAuthError } from '../../platform/http/docs/api-docs';
import { type BodyReader, FORM, OAuthBody } from '../../platform/http/edge/edge-request';
import { IgnoresCookies } from '../../platform/http/edge/route-facts';
import { OAuthError, invalidRequest } from '../../protocol/oauth-error';
import { parseParameters } from '../../protocol/request/parameters';
import { SignInAnswerDto, SignInEventDto, SignInTakenView } from './sign-in.dto';

/** What the app of `SIGN_IN_URL` tells, from server to server. */
@ApiTags('oauth2')
@IgnoresCookies()
@Controller('oauth2/sign-in')
export class AppSignInController {
  constructor(
    private readonly signInAnswers: SignInAnswers,
    private readonly appEvents: AppEvents,
    private readonly rejected: RejectedTokenLog,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Post('answers')
  @HttpCode(200)
  @ApiOperation({ summary: 'Report who signed in at your login, for a browser that this server sent there' })
  @ApiConsumes(FORM)
  @ApiBody({ type: SignInAnswerDto })
  @ApiOkResponse({
    type: SignInTakenView,
    description: 'Where to send the browser; the ticket in the URL is valid for two minutes.',
  })
  @ApiOAuthError(400, 404, 409, 413, 503)
  async answer(@OAuthBody() body: BodyReader): Promise<Reply> {
    const app = this.app();
    const { answer } = parseParameters(body(FORM).text, ['answer']);
    if (answer === undefined) throw invalidRequest('answer is missing');
    return new Reply(200, { redirect_to: await this.logged(app, this.signInAnswers.take(answer, app)) });
  }

  @Post('events')
  @HttpCode(204)
  @ApiOperation({
    summary: 'Report that one of your users has signed out, was disabled or was enabled again',
    description: `A security event token (RFC 8417) with one event: OpenID back-channel logout, of the session \`sid\` or of all; RISC
account-disabled or account-enabled. Repeat it until it is answered: the same \`jti\` takes effect only once.`,
  })
  @ApiConsumes(FORM)
  @ApiBody({ type: SignInEventDto })
  @ApiNoContentResponse({ description: 'Also for a user who never signed in here.' })
  @ApiOAuthError(400, 404, 413, 503)
  async event(@OAuthBody() body: BodyReader): Promise<Reply> {
    const app = this.app();
    const { event } = parseParameters(body(FORM).text, ['event']);
    if (event === undefined) throw invalidRequest('event is missing');
    await this.logged(app, this.appEvents.take(event, app));
    return new Reply(204, undefined);
  }

  /** The app learns the reason; its operator looks for it here. */
  private async logged<Result>({ issuer }: SignInSetting, taken: Promise<Result>): Promise<Result> {
    try {
      return await taken;
    } catch (error) {
      if (error instanceof OAuthError) this.rejected.note(issuer, error.description);
      throw error;
    }
  }

  private app(): SignInSetting {
    const { signIn } = this.settings;
    if (signIn === null) throw invalidRequest('SIGN_IN_URL is not set: users sign in at this server', { status: 404 });
    return signIn;
  }
}
