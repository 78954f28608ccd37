import { Controller, Delete, Get, Inject, Param, UseGuards } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiQuery, ApiTags } from '@nestjs/swagger';
import { CLOCK, type Clock } from '../../platform/config/clock';
import { SETTINGS, type Settings } from '../../platform/config/settings';
import { invalidFields, notFound } from '../../platform/http/answers/problem';
import { Reply } from '../../platform/http/answers/reply';
import { ApiProblem, ApiSignedIn } from '../../platform/http/docs/api-docs';
import { CallerAddress, QueryText } from '../../platform/http/edge/edge-request';
import { OwnOrigin } from '../../platform/http/edge/route-facts';
import { AccountSessions } from '../../model/sessions/account-sessions';
import type { Caller } from '../../model/sessions/caller';
import { expiredSessionCookie } from '../../model/sessions/session-cookie';
import { SessionListView, toListedSessionView } from './session-list.view';
import { CurrentCaller, SignedInGuard } from '../../model/sessions/signed-in.guard';

@ApiTags('session')
@ApiSignedIn()
@UseGuards(SignedInGuard)
@OwnOrigin()
@Controller('api/sessions')
export class SessionsController {
  constructor(
    private readonly sessions: AccountSessions,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Get()
  @ApiOperation({
    summary: 'List where the account is signed in: the session of this call, then the newest; at most 200',
  })
  @ApiOkResponse({ type: SessionListView })
  async list(@CurrentCaller() { account, sessionId }: Caller): Promise<SessionListView> {
    const found = await this.sessions.listOf(account.id, sessionId, this.clock.now());
    return { items: found.map((session) => toListedSessionView(session, sessionId)) };
  }

  @Delete()
  @ApiOperation({
    summary: 'Sign out everywhere else; with all=true, here too',
    description: `As at a sign-out, codes, approved device codes and undecided consent sessions given in the ended sessions end, and the
refresh tokens of OpenID Connect requests made in them, unless offline_access was granted.`,
  })
  @ApiQuery({ name: 'all', enum: ['true', 'false'], required: false })
  @ApiNoContentResponse()
  @ApiProblem(400, 403)
  async endAll(
    @CurrentCaller() { account, sessionId }: Caller,
    @QueryText() query: string,
    @CallerAddress() address: string,
  ): Promise<Reply> {
    const isHereToo = readAll(query);
    await this.sessions.endAll(isHereToo ? null : sessionId, this.enderOf(account.id, address));
    return isHereToo ? this.signedOut() : new Reply(204, undefined);
  }

  @Delete(':id')
  @ApiOperation({ summary: 'End one session at once' })
  @ApiNoContentResponse()
  @ApiProblem(403, 404)
  async end(
    @CurrentCaller() { account, sessionId }: Caller,
    @Param('id') id: string,
    @CallerAddress() address: string,
  ): Promise<Reply> {
    if (!(await this.sessions.end(id, this.enderOf(account.id, address)))) throw notFound();
    return id === sessionId ? this.signedOut() : new Reply(204, undefined);
  }

  private enderOf(accountId: string, address: string) {
    return { accountId, address, now: this.clock.now() };
  }

  private signedOut(): Reply {
    return new Reply(204, undefined, { 'set-cookie': expiredSessionCookie(this.settings) });
  }
}

function readAll(query: string): boolean {
  const [all = 'false', ...more] = new URLSearchParams(query).getAll('all');
  if (more.length > 0 || (all !== 'true' && all !== 'false'))
    throw invalidFields([{ field: 'all', detail: 'must be true or false' }]);
  return all === 'true';
}
