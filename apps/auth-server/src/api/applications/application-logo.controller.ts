import { Controller, Delete, HttpCode, Inject, Param, Put, UseGuards } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiProperty, ApiTags } from '@nestjs/swagger';
import { IsBase64 } from 'class-validator';
import { ApplicationRepository } from '../../model/clients/registration/application.repository';
import { LogoRepository } from '../../model/clients/logos/logo.repository';
import type { Caller } from '../../model/sessions/caller';
import { CurrentCaller, SignedInGuard } from '../../model/sessions/signed-in.guard';
import { SETTINGS, type Settings } from '../../platform/config/settings';
import { invalidFields } from '../../platform/http/answers/problem';
import { ApiExample, ApiProblem, ApiSignedIn } from '../../platform/http/docs/api-docs';
import { CallerAddress } from '../../platform/http/edge/edge-request';
import { ActsByCookie } from '../../platform/http/edge/route-facts';
import { CheckedBody } from '../../platform/http/validation/body.pipe';
import { LARGEST_LOGO, WIDEST_LOGO, logoProblem } from '../../protocol/client/logo';
import { ApplicationView, toApplicationView } from './application.view';
import { DeveloperGuard } from './developer.guard';

class LogoDto {
  @ApiProperty({
    format: 'byte',
    maxLength: Math.ceil(LARGEST_LOGO / 3) * 4,
    description: `A still PNG, JPEG or WebP image in base64: at most ${LARGEST_LOGO / 1_024} KB, and ${WIDEST_LOGO} x ${WIDEST_LOGO} pixels.`,
  })
  @IsBase64({}, { message: '$property must be base64' })
  image: string;
}

/** A pixel. */
const EXAMPLE = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';

/** The logo that pages show beside an application's name. */
@ApiTags('applications')
@ApiSignedIn()
@UseGuards(SignedInGuard, DeveloperGuard)
@ActsByCookie()
@Controller('api/applications/:client_id/logo')
export class ApplicationLogoController {
  constructor(
    private readonly applications: ApplicationRepository,
    private readonly logos: LogoRepository,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Put()
  @ApiExample(LogoDto, { image: EXAMPLE })
  @ApiOperation({ summary: 'Upload the logo that pages show; it takes the place of logo_uri, which becomes null' })
  @ApiOkResponse({ type: ApplicationView })
  @ApiProblem(400, 403, 404, 413, 415)
  async upload(
    @CurrentCaller() { account }: Caller,
    @Param('client_id') clientId: string,
    @CheckedBody() { image }: LogoDto,
    @CallerAddress() address: string,
  ): Promise<ApplicationView> {
    const client = await this.applications.get(clientId, account.id);
    const content = Buffer.from(image, 'base64');
    const problem = logoProblem(content);
    if (problem !== null) throw invalidFields([{ field: 'image', detail: problem }]);
    await this.logos.set(client, content, address);
    return toApplicationView(await this.applications.get(clientId, account.id), this.settings);
  }

  @Delete()
  @HttpCode(204)
  @ApiOperation({ summary: 'Remove the logo, also one from logo_uri, which becomes null' })
  @ApiNoContentResponse()
  @ApiProblem(403, 404)
  async remove(
    @CurrentCaller() { account }: Caller,
    @Param('client_id') clientId: string,
    @CallerAddress() address: string,
  ): Promise<void> {
    await this.logos.set(await this.applications.get(clientId, account.id), null, address);
  }
}
