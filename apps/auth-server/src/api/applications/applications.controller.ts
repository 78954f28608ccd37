import { Controller, Delete, Get, HttpCode, Inject, Param, Patch, Post, UseGuards } from '@nestjs/common';
import { ApiCreatedResponse, ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { SETTINGS, type Settings } from '../../platform/config/settings';
import { ApiExample, ApiProblem, ApiSignedIn } from '../../platform/http/docs/api-docs';
import { ActsByCookie } from '../../platform/http/edge/route-facts';
import { CheckedBody } from '../../platform/http/validation/body.pipe';
import { CallerAddress } from '../../platform/http/edge/edge-request';
import { invalidFields, notFound } from '../../platform/http/answers/problem';
import { Limits } from '../../platform/limits/limits';
import type { Caller } from '../../model/sessions/caller';
import { CurrentCaller, SignedInGuard } from '../../model/sessions/signed-in.guard';
import { DEFAULT_FIELDS } from '../../protocol/client/field-mapping';
import { type ClientProblem, combinationProblems, fieldProblems } from '../../protocol/client/problems';
import { changeProblems, registrationProblems, switchedFields } from '../../protocol/client/profile-changes';
import { underProfile } from '../../protocol/client/security-profile';
import { ChangeApplicationDto, NewApplicationDto } from './application.dto';
import { sentFields } from './application-fields';
import { ApplicationRepository } from '../../model/clients/registration/application.repository';
import {
  ApplicationListView,
  ApplicationView,
  NewApplicationView,
  toApplicationListView,
  toApplicationView,
} from './application.view';
import { UsageRepository } from '../../model/usage/usage.repository';
import { clientPolicyOf } from '../../model/clients/client-policy';
import { DeveloperGuard } from './developer.guard';

/** An application belongs to the account that registered it. */
@ApiTags('applications')
@ApiSignedIn()
@UseGuards(SignedInGuard)
@ActsByCookie()
@Controller('api/applications')
export class ApplicationsController {
  constructor(
    private readonly applications: ApplicationRepository,
    private readonly usage: UsageRepository,
    private readonly limits: Limits,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Post()
  @UseGuards(DeveloperGuard)
  @ApiExample(NewApplicationDto, { name: 'Photo Printer', redirect_uris: ['https://app.example.com/callback'] })
  @ApiOperation({ summary: 'Register an application; if DEVELOPERS is invited, the account needs the role' })
  @ApiCreatedResponse({ type: NewApplicationView })
  @ApiProblem(400, 403, 413, 415)
  async register(
    @CurrentCaller() { account }: Caller,
    @CheckedBody() dto: NewApplicationDto,
    @CallerAddress() address: string,
  ): Promise<NewApplicationView> {
    const { client_type: type = 'confidential' } = dto;
    // RFC 8252 §7.3: a native application listens on any free port.
    const loopbackAnyPort = type === 'public' && dto.application_type === 'native';
    const sent = sentFields(dto);
    const fields = { ...DEFAULT_FIELDS, loopbackAnyPort, redirectUris: [], ...sent, type };
    this.assertFields(fields, fields, registrationProblems(sent, fields, this.settings));
    const held = underProfile(fields, this.settings);
    const made = await this.applications.create({ ...held, accountId: account.id }, address);
    if (made === null) throw notFound();
    const { clientId, secret } = made;
    const client = await this.applications.get(clientId, account.id);
    return { ...toApplicationView(client, this.settings), ...(secret !== null && { client_secret: secret }) };
  }

  @Get()
  @ApiOperation({ summary: 'List your applications, the newest first' })
  @ApiOkResponse({ type: ApplicationListView })
  async list(@CurrentCaller() { account }: Caller): Promise<ApplicationListView> {
    const [clients, uses] = await Promise.all([this.applications.listOf(account.id), this.usage.usesOf(account.id)]);
    return toApplicationListView(clients, uses, this.settings);
  }

  @Get(':client_id')
  @ApiOperation({ summary: 'Get an application; never a secret' })
  @ApiOkResponse({ type: ApplicationView })
  @ApiProblem(404)
  async show(@CurrentCaller() { account }: Caller, @Param('client_id') clientId: string): Promise<ApplicationView> {
    return toApplicationView(await this.applications.get(clientId, account.id), this.settings);
  }

  @Patch(':client_id')
  @UseGuards(DeveloperGuard)
  @ApiExample(ChangeApplicationDto, { description: 'Prints your photos.' })
  @ApiOperation({ summary: 'Change an application' })
  @ApiOkResponse({ type: ApplicationView })
  @ApiProblem(400, 403, 404, 409, 413, 415)
  async change(
    @CurrentCaller() { account }: Caller,
    @Param('client_id') clientId: string,
    @CheckedBody() dto: ChangeApplicationDto,
    @CallerAddress() address: string,
  ): Promise<ApplicationView> {
    const client = await this.applications.get(clientId, account.id);
    const fields = sentFields(dto);
    const all = { ...client, ...fields };
    this.assertFields({ ...fields, type: client.type }, all, changeProblems(fields, client, all, this.settings));
    await this.applications.update(client, { ...fields, ...switchedFields(fields, all, this.settings) }, address);
    return toApplicationView(await this.applications.get(clientId, account.id), this.settings);
  }

  @Delete(':client_id')
  @HttpCode(204)
  @ApiOperation({ summary: 'Delete an application; its grants and token families end' })
  @ApiNoContentResponse()
  @ApiProblem(403, 404, 429)
  async delete(
    @CurrentCaller() { account }: Caller,
    @Param('client_id') clientId: string,
    @CallerAddress() address: string,
  ): Promise<void> {
    const client = await this.applications.get(clientId, account.id);
    await this.limits.consume('application_deletions', { subject: account.id, address });
    await this.applications.delete(client, address);
  }

  private assertFields(
    sent: Parameters<typeof fieldProblems>[0],
    all: Parameters<typeof combinationProblems>[0],
    ofProfile: readonly ClientProblem[],
  ): void {
    const { insecureHosts } = this.settings;
    const policy = { ...clientPolicyOf(this.settings), insecureHosts };
    const problems = [...fieldProblems(sent, policy), ...combinationProblems(all), ...ofProfile];
    if (problems.length > 0) throw invalidFields(problems);
  }
}
