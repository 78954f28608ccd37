import { Controller, Get } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { AccountEvents } from '../../platform/events/account-events';
import type { Reply } from '../../platform/http/answers/reply';
import { Page } from '../../platform/http/edge/route-facts';
import { ACCOUNT_SHEETS } from '../rendering/account-layout';
import { Pages } from '../rendering/pages';
import { SignedInPages } from '../rendering/signed-in';
import { CurrentVisit, type Visit } from '../rendering/visit';
import { HistoryPage } from './history-page';

const PATH = '/account/history';
const PAGE_SIZE = 50;

/** What happened to the account, page by page. */
@ApiExcludeController()
@Page()
@Controller('account/history')
export class HistoryController {
  constructor(
    private readonly pages: Pages,
    private readonly signedIn: SignedInPages,
    private readonly events: AccountEvents,
  ) {}

  @Get()
  show(@CurrentVisit() visit: Visit): Promise<Reply> {
    return this.signedIn.of(visit, PATH, async ({ account }) => {
      const before = readId(visit.query.get('before'));
      const found = await this.events.listOf(account.id, before, PAGE_SIZE + 1);
      const presentation = this.pages.presentationFor(visit);
      const events = found.slice(0, PAGE_SIZE);
      return this.pages.reply(
        presentation,
        { title: presentation.t.layout.sections.history, script: 'page.js', sheets: ACCOUNT_SHEETS },
        <HistoryPage
          account={account}
          events={events}
          isFirst={before === null}
          older={found.length > PAGE_SIZE ? `${PATH}?before=${events[PAGE_SIZE - 1]!.id}` : null}
        />,
      );
    });
  }
}

const readId = (text: string | null) => (text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null);
