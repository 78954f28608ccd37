import { Controller, Get, Inject, Param } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { SETTINGS, type Settings } from '../../platform/config/settings';
import { notFound } from '../../platform/http/answers/problem';
import type { Reply } from '../../platform/http/answers/reply';
import { Page } from '../../platform/http/edge/route-facts';
import { ConsentScreens } from '../../oauth/authorize/screen.service';
import { OAuthError } from '../../protocol/oauth-error';
import { Pages } from '../rendering/pages';
import { shownName } from '../rendering/shown-name';
import { SignedInPages } from '../rendering/signed-in';
import { CurrentVisit, type Visit } from '../rendering/visit';
import { PreviewPage } from './preview-page';
import { RefusedPage } from './refused-page';

/** The consent of an application as people will see it, for its developer alone. */
@ApiExcludeController()
@Page()
@Controller('console/applications/:client_id/preview')
export class ConsentPreviewController {
  constructor(
    private readonly pages: Pages,
    private readonly signedIn: SignedInPages,
    private readonly screens: ConsentScreens,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Get()
  show(@CurrentVisit() visit: Visit, @Param('client_id') clientId: string): Promise<Reply> {
    return this.signedIn.of(visit, visit.path, async ({ account }) => {
      const presentation = this.pages.presentationFor(visit);
      const { person: name } = presentation.t.preview;
      try {
        const screen = await this.screens.preview(clientId, account.id, { id: '', name, email: 'alex@example.com' });
        if (screen === null) throw notFound();
        const title = `${presentation.t.preview.title}: ${presentation.t.consent.documentTitle(shownName(screen.client.name))}`;
        const { refreshToken: unusedFor } = this.settings.ttl;
        return this.pages.reply(presentation, { title }, <PreviewPage screen={screen} unusedFor={unusedFor} />);
      } catch (error) {
        if (!(error instanceof OAuthError) || error.status !== 400) throw error;
        const { refusedTitle: title } = presentation.t.consent;
        return this.pages.reply(presentation, { title, status: 400 }, <RefusedPage error={error} />);
      }
    });
  }
}
