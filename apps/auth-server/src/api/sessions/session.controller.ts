import { Controller, Delete, Get, Inject, Post, UseGuards } from '@nestjs/common';
import { ApiCreatedResponse, ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { toAccountView } from '../../model/accounts/account.view';
import { CLOCK, type Clock } from '../../platform/config/clock';
import { SETTINGS, type Settings } from '../../platform/config/settings';
import { ApiExample, ApiProblem, ApiSignedIn } from '../../platform/http/docs/api-docs';
import { ActsByCookie } from '../../platform/http/edge/route-facts';
import { CheckedBody } from '../../platform/http/validation/body.pipe';
import { CallerAddress } from '../../platform/http/edge/edge-request';
import { Problem } from '../../platform/http/answers/problem';
import { Reply } from '../../platform/http/answers/reply';
import { BEARER_CHALLENGE, type Caller, type Credentials } from '../../model/sessions/caller';
import { Callers } from '../../model/sessions/callers';
import { expiredSessionCookie } from '../../model/sessions/session-cookie';
import { NewSessionView, SessionView, SignInDto } from './session.dto';
import { SessionRepository } from '../../model/sessions/session.repository';
import { SignIn } from '../../model/sessions/sign-in';
import { CallerCredentials, CurrentCaller, SignedInGuard } from '../../model/sessions/signed-in.guard';

@ApiTags('session')
@ActsByCookie()
@Controller('api/session')
export class SessionController {
  constructor(
    private readonly signIns: SignIn,
    private readonly sessions: SessionRepository,
    private readonly callers: Callers,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Post()
  @ApiExample(SignInDto, { email: 'ada@example.com', password: 'a password of Ada' })
  @ApiOperation({ summary: 'Sign in' })
  @ApiCreatedResponse({ type: NewSessionView })
  @ApiProblem(400, 401, 403, 413, 415, 429, 503)
  async signIn(
    @CheckedBody() { email, password }: SignInDto,
    @CallerCredentials() caller: Credentials,
  ): Promise<Reply> {
    const started = await this.signIns.start({ email, password, ...this.callers.signingIn(caller) });
    if (started === null) throw wrongCredentials();
    const { token, expiresIn, account, cookies } = started;
    const body: NewSessionView = {
      session_token: token,
      token_type: 'Bearer',
      expires_in: expiresIn,
      account: toAccountView(account),
    };
    return new Reply(201, body, { 'set-cookie': cookies });
  }

  @Get()
  @UseGuards(SignedInGuard)
  @ApiSignedIn()
  @ApiOperation({ summary: 'Get the signed-in account' })
  @ApiOkResponse({ type: SessionView })
  show(@CurrentCaller() { account, expiresAt }: Caller): SessionView {
    return { account: toAccountView(account), expires_at: new Date(expiresAt).toISOString() };
  }

  @Delete()
  @UseGuards(SignedInGuard)
  @ApiSignedIn()
  @ApiOperation({ summary: 'Sign out; the session ends at once' })
  @ApiNoContentResponse()
  @ApiProblem(403)
  async signOut(@CurrentCaller() { account, sessionId }: Caller, @CallerAddress() address: string): Promise<Reply> {
    if (sessionId === null) throw unauthorized('this token has no session here: sign out where it was issued');
    await this.sessions.end(sessionId, account.id, this.clock.now(), address);
    return new Reply(204, undefined, { 'set-cookie': expiredSessionCookie(this.settings) });
  }
}

const wrongCredentials = () => unauthorized('the email or the password is wrong');

const unauthorized = (detail: string) =>
  new Problem(401, detail, { headers: { 'www-authenticate': BEARER_CHALLENGE } });
