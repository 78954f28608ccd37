import { Controller, Get } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Reply } from '../../http/answers/reply';
import { Page } from '../../http/edge/route-facts';
import { Pages } from '../rendering/pages';
import { SignedInPages } from '../rendering/signed-in';
import { CurrentVisit, type Visit } from '../rendering/visit';
import { ConsoleBuild } from './console-build';
import { ConsoleMissingPage, ConsolePage } from './console-page';

/** Places of the console; what stands there its script draws. */
const PLACES = [
  '',
  'applications',
  'applications/:client_id',
  'applications/:client_id/:part',
  'new',
  'try',
  'try/back',
];

/** The frame of the developer console, a web application on the public API (ADR 60). */
@ApiExcludeController()
@Page()
@Controller('console')
export class ConsoleController {
  constructor(
    private readonly pages: Pages,
    private readonly signedIn: SignedInPages,
    private readonly build: ConsoleBuild,
  ) {}

  @Get(PLACES)
  show(@CurrentVisit() visit: Visit): Promise<Reply> {
    return this.signedIn.of(visit, visit.path, async ({ account }) => {
      const presentation = this.pages.presentationFor(visit);
      const section = visit.path.startsWith('/console/try') ? 'try' : 'applications';
      const frame = { presentation, section, account } as const;
      const title = presentation.t.layout.sections[section];
      const { entry } = this.build;
      if (entry === null)
        return this.pages.reply(presentation, { title, status: 503 }, <ConsoleMissingPage {...frame} />);
      const { script: module, sheets } = entry;
      return this.pages.reply(presentation, { title, module, sheets }, <ConsolePage {...frame} />);
    });
  }
}
