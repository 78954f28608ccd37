import { Body, Controller, Delete, Get, HttpCode, Inject, Param, Patch, Post, UseGuards } from '@nestjs/common';
import {
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger/dist/decorators';
import { SETTINGS, type Settings } from '../config/settings';
import { ApiProblem, ApiSignedIn } from '../http/api-docs';
import { CallerAddress } from '../http/edge-request';
import { invalidFields, notFound } from '../http/problem';
import type { Caller } from '../sessions/caller';
import { CurrentCaller, SignedInGuard } from '../sessions/signed-in.guard';
import { type RuledFields, applicationProblems } from './application-rules';
import { ChangeApplicationDto, NewApplicationDto } from './application.dto';
import { type ApplicationFields, ApplicationRepository } from './application.repository';
import { ApplicationListView, ApplicationView, NewApplicationView, toApplicationView } from './application.view';

/** The developer console's API: an application belongs to the account that registered it. */
@ApiTags('applications')
@ApiSignedIn()
@UseGuards(SignedInGuard)
@Controller('api/applications')
export class ApplicationsController {
  constructor(
    private readonly applications: ApplicationRepository,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Post()
  @ApiOperation({ summary: 'Register an application' })
  @ApiCreatedResponse({ type: NewApplicationView })
  @ApiProblem(400, 403, 413, 415)
  async register(
    @CurrentCaller() { account }: Caller,
    @Body() dto: NewApplicationDto,
    @CallerAddress() address: string,
  ): Promise<NewApplicationView> {
    const type = dto.client_type ?? 'confidential';
    const fields = { ...DEFAULTS, ...definedFields(dto), type, accountId: account.id };
    this.assertFields(fields);
    const made = await this.applications.create(fields, address);
    if (made === null) throw notFound();
    const { clientId, secret } = made;
    const client = await this.applications.get(clientId, account.id);
    return { ...toApplicationView(client), ...(secret !== null && { client_secret: secret }) };
  }

  @Get()
  @ApiOperation({ summary: 'The own applications' })
  @ApiOkResponse({ type: ApplicationListView })
  async list(@CurrentCaller() { account }: Caller): Promise<ApplicationListView> {
    return { items: (await this.applications.listOf(account.id)).map(toApplicationView) };
  }

  @Get(':client_id')
  @ApiOperation({ summary: 'One application; never a secret' })
  @ApiOkResponse({ type: ApplicationView })
  @ApiProblem(404)
  async show(@CurrentCaller() { account }: Caller, @Param('client_id') clientId: string): Promise<ApplicationView> {
    return toApplicationView(await this.applications.get(clientId, account.id));
  }

  @Patch(':client_id')
  @ApiOperation({ summary: 'Change an application' })
  @ApiOkResponse({ type: ApplicationView })
  @ApiProblem(400, 403, 404, 413, 415)
  async change(
    @CurrentCaller() { account }: Caller,
    @Param('client_id') clientId: string,
    @Body() dto: ChangeApplicationDto,
    @CallerAddress() address: string,
  ): Promise<ApplicationView> {
    const client = await this.applications.get(clientId, account.id);
    const fields = definedFields(dto);
    this.assertFields({ ...fields, type: client.type });
    await this.applications.update(client, fields, address);
    return toApplicationView(await this.applications.get(clientId, account.id));
  }

  @Delete(':client_id')
  @HttpCode(204)
  @ApiOperation({ summary: 'Delete an application; its grants and families end' })
  @ApiNoContentResponse()
  @ApiProblem(403, 404)
  async delete(
    @CurrentCaller() { account }: Caller,
    @Param('client_id') clientId: string,
    @CallerAddress() address: string,
  ): Promise<void> {
    await this.applications.delete(await this.applications.get(clientId, account.id), address);
  }

  private assertFields(fields: RuledFields): void {
    const problems = applicationProblems(fields, this.settings.resources);
    if (problems.length > 0) throw invalidFields(problems);
  }
}

const DEFAULTS = {
  name: '',
  description: null,
  homepageUri: null,
  logoUri: null,
  scopes: null,
  enabled: true,
  requireClientAuthentication: false,
  loopbackAnyPort: false,
  refreshRetryWindow: 0,
  redirectUris: [],
} satisfies ApplicationFields;

/** The wire's names as ours, once; what was not sent is not there. */
function definedFields(dto: Partial<NewApplicationDto>): Partial<ApplicationFields> {
  const fields = {
    name: dto.name,
    description: dto.description,
    homepageUri: dto.homepage_uri,
    logoUri: dto.logo_uri,
    scopes: dto.scopes,
    enabled: dto.enabled,
    requireClientAuthentication: dto.require_client_authentication,
    loopbackAnyPort: dto.loopback_any_port,
    refreshRetryWindow: dto.refresh_retry_window,
    redirectUris: dto.redirect_uris,
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
