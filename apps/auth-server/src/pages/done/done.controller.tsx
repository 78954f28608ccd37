import { Controller, Get } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Reply } from '../../platform/http/answers/reply';
import { Page } from '../../platform/http/edge/route-facts';
import { DONE_PAGE } from '../rendering/done';
import { NoticePage } from '../rendering/notice-page';
import { Pages } from '../rendering/pages';
import { CurrentVisit, type Visit } from '../rendering/visit';
import { noticeOf } from './notices';

/** Tells what a form has done, to the browser that sent it. */
@ApiExcludeController()
@Page()
@Controller(DONE_PAGE)
export class DoneController {
  constructor(private readonly pages: Pages) {}

  @Get()
  show(@CurrentVisit() visit: Visit): Reply {
    const done = this.pages.findDone(visit);
    if (done === null) return this.pages.redirect('/');
    const presentation = this.pages.presentationFor(visit);
    const { title, text, action } = noticeOf(done, presentation.t);
    return this.pages.reply(
      presentation,
      { title },
      <NoticePage title={title} action={action}>
        {text}
      </NoticePage>,
    );
  }
}
