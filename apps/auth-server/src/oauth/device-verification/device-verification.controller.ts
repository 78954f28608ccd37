import { Controller, Get, Headers, HttpCode, Inject, Post } from '@nestjs/common';
import {
  ApiBearerAuth,
  ApiBody,
  ApiConsumes,
  ApiCookieAuth,
  ApiFoundResponse,
  ApiOkResponse,
  ApiOperation,
  ApiQuery,
  ApiTags,
} from '@nestjs/swagger';
import { SETTINGS, type Settings } from '../../platform/config/settings';
import { ApiOAuthError } from '../../platform/http/docs/api-docs';
import { ActsByCookie, VariesBy } from '../../platform/http/edge/route-facts';
import { type BodyReader, FORM, JSON_TYPE, OAuthBody, QueryText } from '../../platform/http/edge/edge-request';
import { Reply } from '../../platform/http/answers/reply';
import { prefersPage } from '../../protocol/text/accept';
import { parseParameters } from '../../protocol/request/parameters';
import type { Credentials } from '../../model/sessions/caller';
import { CallerCredentials } from '../../model/sessions/signed-in.guard';
import { withQuery } from '../../platform/http/answers/with-query';
import { DeviceDecisionDto, DeviceDecisionView, DeviceScreenView, SCREEN_PARAMETERS } from './device-verification.dto';
import { DeviceDecisionService } from './device-decision.service';
import { DeviceScreenService } from './device-screen.service';

@ApiTags('oauth2')
@ApiBearerAuth('session')
@ApiCookieAuth('cookie')
@ActsByCookie()
@Controller('oauth2/device')
export class DeviceVerificationController {
  constructor(
    private readonly screens: DeviceScreenService,
    private readonly decisions: DeviceDecisionService,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Get()
  @VariesBy('Accept')
  @ApiOperation({ summary: 'Get what a device requests, as JSON', operationId: 'DeviceController_show' })
  @ApiQuery({ name: 'user_code', description: 'The code that the device shows; case, spaces and hyphens are ignored.' })
  @ApiOkResponse({ type: DeviceScreenView })
  @ApiFoundResponse({
    description: 'For browsers: to the page of this server, or to CONSENT_UI_URL, with `user_code`.',
  })
  @ApiOAuthError(400, 401, 429, 503)
  async show(
    @QueryText() query: string,
    @Headers('accept') accept: string | undefined,
    @CallerCredentials() credentials: Credentials,
  ): Promise<DeviceScreenView | Reply> {
    const { consentUiUrl, issuer } = this.settings;
    const isBrowser = consentUiUrl !== null && prefersPage(accept);
    if (isBrowser && consentUiUrl === `${issuer}/consent`)
      return Reply.redirect(302, query === '' ? `${issuer}/device` : withQuery(`${issuer}/device`, query));
    // Even an empty `user_code` tells the page that a device is to be approved.
    if (isBrowser) return Reply.redirect(302, withQuery(consentUiUrl, query === '' ? 'user_code=' : query));
    return this.screens.show(parseParameters(query, SCREEN_PARAMETERS), credentials);
  }

  @Post()
  @HttpCode(200)
  @ApiOperation({ summary: 'Approve or deny a device', operationId: 'DeviceController_decide' })
  @ApiConsumes(FORM, JSON_TYPE)
  @ApiBody({ type: DeviceDecisionDto })
  @ApiOkResponse({ type: DeviceDecisionView })
  @ApiOAuthError(400, 401, 403, 413, 429, 503)
  async decide(
    @OAuthBody() body: BodyReader,
    @CallerCredentials() credentials: Credentials,
  ): Promise<DeviceDecisionView> {
    return this.decisions.decide(body, credentials);
  }
}
