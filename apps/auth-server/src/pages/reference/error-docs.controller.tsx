import { Controller, Get, Param } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { errorPage } from '../../platform/config/help-page';
import { notFound } from '../../platform/http/answers/problem';
import type { Reply } from '../../platform/http/answers/reply';
import { Page } from '../../platform/http/edge/route-facts';
import { OAUTH_ERROR_CODES } from '../../protocol/oauth-error';
import { ACCOUNT_SHEETS } from '../rendering/account-layout';
import { Pages } from '../rendering/pages';
import { CurrentVisit, type Visit } from '../rendering/visit';
import { ErrorDocsPage } from './error-docs-page';
import { blocksOf } from './markdown';

/** The pages of the docs about the errors of OAuth, for developers of applications. */
@ApiExcludeController()
@Page()
@Controller('docs/errors')
export class ErrorDocsController {
  constructor(private readonly pages: Pages) {}

  @Get(':code')
  async show(@CurrentVisit() visit: Visit, @Param('code') sent: string): Promise<Reply> {
    const code = OAUTH_ERROR_CODES.find((one) => one === sent);
    if (code === undefined) throw notFound();
    const blocks = blocksOf(await errorPage(code));
    const presentation = { ...this.pages.presentationFor(visit), path: visit.path };
    return this.pages.reply(
      presentation,
      { title: code, sheets: [...ACCOUNT_SHEETS, 'reference.css'] },
      <ErrorDocsPage code={code} blocks={blocks} />,
    );
  }
}
