import { Controller, Get, Inject } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { type Landing, Landings } from '../../model/sessions/elsewhere/landings';
import { sessionCookie } from '../../model/sessions/session-cookie';
import { SETTINGS, type Settings } from '../../platform/config/settings';
import type { Reply } from '../../platform/http/answers/reply';
import { Page } from '../../platform/http/edge/route-facts';
import { leaveTo } from '../leaving/leaving';
import { NoticePage } from '../rendering/notice-page';
import { Pages } from '../rendering/pages';
import { START } from '../rendering/start';
import { CurrentVisit, type Visit, addressOf } from '../rendering/visit';
import { withChoice } from './account-choice';
import { signInPath } from './sign-in-page';

/** Why nobody was signed in. */
type Failure = 'nobody' | 'refused' | 'otherBrowser';

const STATUS: Record<Failure, number> = { nobody: 200, refused: 403, otherBrowser: 400 };

/** Where a browser comes back from the login of the team's app. */
@ApiExcludeController()
@Page()
@Controller('sign-in/return')
export class SignInReturnController {
  constructor(
    private readonly pages: Pages,
    private readonly landings: Landings,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Get()
  async land(@CurrentVisit() visit: Visit): Promise<Reply> {
    if (visit.isUnseen) return this.later(visit);
    const ticket = visit.query.get('ticket');
    if (ticket !== null) return this.answer(visit, await this.landings.land(ticket, visit.credentials));
    const returnTo = await this.landings.placeOf(visit.query.get('request') ?? '', visit.credentials);
    return this.pages.redirect(returnTo ?? START);
  }

  private answer(visit: Visit, landing: Landing): Reply {
    switch (landing.outcome) {
      case 'signed in': {
        const { returnTo, prompt, started } = landing;
        const cookie = started === null ? {} : this.cookie(started);
        return this.pages.redirect(prompt === 'none' ? returnTo : withChoice(returnTo), cookie);
      }
      case 'nobody':
        return landing.isAsked ? this.tell(visit, 'nobody', landing.returnTo) : this.pages.redirect(landing.returnTo);
      case 'over':
        return this.pages.redirect(landing.returnTo ?? START);
      case 'refused':
        return this.tell(visit, 'refused', landing.returnTo);
      case 'other browser':
        return this.tell(visit, 'otherBrowser', START);
    }
  }

  private cookie({ token, expiresIn }: { token: string; expiresIn: number }) {
    return { 'set-cookie': sessionCookie(this.settings, token, expiresIn) };
  }

  /** Nothing goes on by itself: the app would answer the same again. */
  private tell(visit: Visit, failure: Failure, returnTo: string): Reply {
    const presentation = { ...this.pages.presentationFor(visit), path: signInPath(returnTo) };
    const { title, text, again } = presentation.t.signIn.failed[failure];
    const page = this.settings.passwords ? '/sign-in' : '/sign-in/app';
    const more = failure === 'refused' ? { prompt: 'select_account' } : {};
    return this.pages.reply(
      presentation,
      { title, status: STATUS[failure] },
      <NoticePage title={title} action={{ to: signInPath(returnTo, page, more), label: again }}>
        {text}
      </NoticePage>,
    );
  }

  /** What a browser fetches ahead spends no ticket: the page comes here once more when it is shown. */
  private later(visit: Visit): Reply {
    const presentation = this.pages.presentationFor(visit);
    return leaveTo(this.pages, presentation, this.settings.issuer + addressOf(visit), presentation.t.leaving);
  }
}
