import { Controller, Get, Headers, Inject } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { SETTINGS, type Settings } from '../../platform/config/settings';
import { compressedReply } from '../../platform/http/answers/compressed-reply';
import type { Reply } from '../../platform/http/answers/reply';
import { ApiDocument } from '../../platform/http/docs/api-document';
import { Page, VariesBy } from '../../platform/http/edge/route-facts';
import { ACCOUNT_SHEETS } from '../rendering/account-layout';
import { Pages } from '../rendering/pages';
import type { Presentation } from '../rendering/presentation';
import { CurrentVisit, type Visit } from '../rendering/visit';
import { chaptersOf } from './calls';
import { ReferencePage } from './reference-page';

/** The same for everyone, signed in or not: so it is drawn once for each language and theme, and may be compressed. */
@ApiExcludeController()
@Page()
@Controller('docs')
export class ReferenceController {
  private readonly drawn = new Map<string, Buffer>();

  constructor(
    private readonly pages: Pages,
    private readonly document: ApiDocument,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Get()
  @VariesBy('Accept-Encoding')
  show(@CurrentVisit() visit: Visit, @Headers('accept-encoding') acceptEncoding: string | undefined): Promise<Reply> {
    const presentation = this.pages.presentationFor(visit);
    const key = `${presentation.language} ${presentation.theme}`;
    const content = this.drawn.get(key) ?? this.draw(presentation);
    this.drawn.set(key, content);
    return compressedReply(content, { 'content-type': 'text/html; charset=utf-8' }, acceptEncoding);
  }

  private draw(presentation: Presentation): Buffer {
    const { language, t } = presentation;
    const page = this.pages.reply(
      { ...presentation, locale: language, path: '/docs', refusal: null },
      { title: t.layout.sections.reference, sheets: [...ACCOUNT_SHEETS, 'reference.css'] },
      <ReferencePage chapters={chaptersOf(this.document.get())} base={new URL(this.settings.issuer).origin} />,
    );
    return Buffer.from(page.body as string);
  }
}
