import { Controller, Get, Inject, Param, UseGuards } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApplicationRepository } from '../../model/clients/registration/application.repository';
import type { Caller } from '../../model/sessions/caller';
import { CurrentCaller, SignedInGuard } from '../../model/sessions/signed-in.guard';
import { SETTINGS, type Settings } from '../../platform/config/settings';
import { ApiProblem, ApiSignedIn } from '../../platform/http/docs/api-docs';
import { ActsByCookie } from '../../platform/http/edge/route-facts';
import { QuickStartListView } from './quick-start.view';
import { quickStartsOf } from './quick-starts';

@ApiTags('applications')
@ApiSignedIn()
@UseGuards(SignedInGuard)
@ActsByCookie()
@Controller('api/applications/:client_id/quick-starts')
export class QuickStartController {
  constructor(
    private readonly applications: ApplicationRepository,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Get()
  @ApiOperation({
    summary: "Get programs for the application's first sign-in and call, with its own values",
    description: 'They read the secret from the environment variable CLIENT_SECRET.',
  })
  @ApiOkResponse({ type: QuickStartListView })
  @ApiProblem(404)
  async list(@CurrentCaller() { account }: Caller, @Param('client_id') clientId: string): Promise<QuickStartListView> {
    return { items: quickStartsOf(await this.applications.get(clientId, account.id), this.settings) };
  }
}
