import { Controller, Delete, Get, Inject, Post, UseGuards } from '@nestjs/common';
import { ApiCreatedResponse, ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { AccountRepository, emailKeyOf } from '../accounts/account.repository';
import { toAccountView } from '../accounts/account.view';
import { PasswordCheck } from '../accounts/password-check';
import { CLOCK, type Clock } from '../config/clock';
import { SETTINGS, type Settings } from '../config/settings';
import { ApiProblem, ApiSignedIn } from '../http/docs/api-docs';
import { ActsByCookie } from '../http/edge/route-facts';
import { CheckedBody } from '../http/validation/body.pipe';
import { CallerAddress } from '../http/edge/edge-request';
import { Problem } from '../http/answers/problem';
import { Reply } from '../http/answers/reply';
import { BEARER_CHALLENGE, type Caller } from './caller';
import { expiredSessionCookie, sessionCookie } from './session-cookie';
import { SessionTokens } from './session-token';
import { NewSessionView, SessionView, SignInDto } from './session.dto';
import { SessionRepository } from './session.repository';
import { CurrentCaller, SignedInGuard } from './signed-in.guard';

@ApiTags('session')
@ActsByCookie()
@Controller('api/session')
export class SessionController {
  constructor(
    private readonly accounts: AccountRepository,
    private readonly passwords: PasswordCheck,
    private readonly sessions: SessionRepository,
    private readonly tokens: SessionTokens,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Post()
  @ApiOperation({ summary: 'Sign in' })
  @ApiCreatedResponse({ type: NewSessionView })
  @ApiProblem(400, 401, 403, 413, 415, 429, 503)
  async signIn(@CheckedBody() { email, password }: SignInDto, @CallerAddress() address: string): Promise<Reply> {
    const account = await this.accounts.findByEmail(email);
    const attempt = { emailKey: emailKeyOf(email), address };
    const fits = await this.passwords.fits(account, password, attempt, 'sign_in.failed');
    if (account === null || !fits) throw wrongCredentials();
    const now = this.clock.now();
    const { issuer, ttl } = this.settings;
    const times = { now, expiresAt: now + ttl.session * 1000 };
    const sessionId = await this.sessions.begin(account, times, address);
    if (sessionId === null) throw wrongCredentials();
    const token = this.tokens.sign({ accountId: account.id, sessionId }, times);
    const body: NewSessionView = {
      session_token: token,
      token_type: 'Bearer',
      expires_in: ttl.session,
      account: toAccountView(account),
    };
    return new Reply(201, body, { 'set-cookie': sessionCookie(issuer, token, ttl.session) });
  }

  @Get()
  @UseGuards(SignedInGuard)
  @ApiSignedIn()
  @ApiOperation({ summary: 'Who is signed in' })
  @ApiOkResponse({ type: SessionView })
  show(@CurrentCaller() { account, expiresAt }: Caller): SessionView {
    return { account: toAccountView(account), expires_at: new Date(expiresAt).toISOString() };
  }

  @Delete()
  @UseGuards(SignedInGuard)
  @ApiSignedIn()
  @ApiOperation({ summary: 'Sign out; ends the session at once' })
  @ApiNoContentResponse()
  @ApiProblem(403)
  async signOut(@CurrentCaller() { account, sessionId }: Caller, @CallerAddress() address: string): Promise<Reply> {
    if (sessionId === null) throw unauthorized('this token has no session here: sign out where it was issued');
    await this.sessions.end(sessionId, account.id, this.clock.now(), address);
    return new Reply(204, undefined, { 'set-cookie': expiredSessionCookie(this.settings.issuer) });
  }
}

const wrongCredentials = () => unauthorized('the e-mail or the password is wrong');

const unauthorized = (detail: string) =>
  new Problem(401, detail, { headers: { 'www-authenticate': BEARER_CHALLENGE } });
