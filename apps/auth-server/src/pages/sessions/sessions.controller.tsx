import { Controller, Get, Inject, Param, Post } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { SETTINGS, type Settings } from '../../platform/config/settings';
import type { Reply } from '../../platform/http/answers/reply';
import { Page } from '../../platform/http/edge/route-facts';
import { AccountSessions } from '../../model/sessions/account-sessions';
import type { Caller } from '../../model/sessions/caller';
import { expiredSessionCookie } from '../../model/sessions/session-cookie';
import { ACCOUNT_SHEETS } from '../rendering/account-layout';
import { Pages } from '../rendering/pages';
import { SignedInPages } from '../rendering/signed-in';
import { CurrentVisit, type Visit } from '../rendering/visit';
import { SessionsPage } from './sessions-page';

const PATH = '/account/sessions';

/** Where a person is signed in. */
@ApiExcludeController()
@Page()
@Controller('account/sessions')
export class SessionsPageController {
  constructor(
    private readonly pages: Pages,
    private readonly signedIn: SignedInPages,
    private readonly sessions: AccountSessions,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Get()
  show(@CurrentVisit() visit: Visit): Promise<Reply> {
    return this.signedIn.of(visit, PATH, async ({ account, sessionId }) => {
      const presentation = this.pages.presentationFor(visit);
      const sessions = await this.sessions.listOf(account.id, sessionId, presentation.now);
      return this.pages.reply(
        presentation,
        { title: presentation.t.layout.sections.sessions, script: 'page.js', sheets: ACCOUNT_SHEETS },
        <SessionsPage account={account} sessions={sessions} current={sessionId} isDone={visit.query.has('ended')} />,
      );
    });
  }

  @Post('end-all')
  endAll(@CurrentVisit() visit: Visit): Promise<Reply> {
    return this.signedIn.of(visit, PATH, async (caller) => {
      const isHereToo = visit.readForm().get('here') === 'too';
      await this.sessions.endAll(isHereToo ? null : caller.sessionId, this.enderOf(visit, caller));
      return isHereToo ? this.signedOut() : this.pages.redirect(`${PATH}?ended`);
    });
  }

  @Post(':id/end')
  end(@CurrentVisit() visit: Visit, @Param('id') id: string): Promise<Reply> {
    return this.signedIn.of(visit, PATH, async (caller) => {
      // One that has ended already is told of as well: a form may arrive twice.
      await this.sessions.end(id, this.enderOf(visit, caller));
      return id === caller.sessionId ? this.signedOut() : this.pages.redirect(`${PATH}?ended`);
    });
  }

  private enderOf(visit: Visit, { account }: Caller) {
    const { now } = this.pages.presentationFor(visit);
    return { accountId: account.id, address: visit.address, now };
  }

  private signedOut(): Reply {
    return this.pages.redirect('/sign-in', { 'set-cookie': expiredSessionCookie(this.settings) });
  }
}
