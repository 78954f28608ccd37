import { Controller, Delete, Get, HttpCode, Inject, Param, Post, UseGuards } from '@nestjs/common';
import {
  ApiBody,
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import { SETTINGS, type Settings } from '../../platform/config/settings';
import { ApiProblem, ApiSignedIn } from '../../platform/http/docs/api-docs';
import { OwnOrigin } from '../../platform/http/edge/route-facts';
import { CheckedBody } from '../../platform/http/validation/body.pipe';
import { CallerAddress } from '../../platform/http/edge/edge-request';
import { Problem, invalidFields, notFound } from '../../platform/http/answers/problem';
import { profileOf } from '../../protocol/client/security-profile';
import type { Caller } from '../../model/sessions/caller';
import { CurrentCaller, SignedInGuard } from '../../model/sessions/signed-in.guard';
import { ApplicationRepository } from '../../model/clients/registration/application.repository';
import { DeveloperGuard } from './developer.guard';
import { NewSecretDto } from './application.dto';
import { NewSecretView, SecretListView, toNewSecretView, toSecretListView } from './application.view';

@ApiTags('applications')
@ApiSignedIn()
@UseGuards(SignedInGuard)
@OwnOrigin()
@Controller('api/applications/:client_id')
export class ClientSecretsController {
  constructor(
    private readonly applications: ApplicationRepository,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Get('secret-hints')
  @ApiOperation({ summary: 'List the secrets, each with its last four characters' })
  @ApiOkResponse({ type: SecretListView })
  @ApiProblem(404)
  async list(@CurrentCaller() { account }: Caller, @Param('client_id') clientId: string): Promise<SecretListView> {
    return toSecretListView((await this.applications.get(clientId, account.id)).secrets);
  }

  @Post('secrets')
  @UseGuards(DeveloperGuard)
  @ApiOperation({ summary: 'Add a secret; old ones stay valid, a replaced one for 24 hours' })
  @ApiBody({ type: NewSecretDto, required: false })
  @ApiCreatedResponse({ type: NewSecretView })
  @ApiProblem(400, 403, 404, 409, 413, 415)
  async add(
    @CurrentCaller() { account }: Caller,
    @Param('client_id') clientId: string,
    @CheckedBody() dto: NewSecretDto,
    @CallerAddress() address: string,
  ): Promise<NewSecretView> {
    const client = await this.applications.get(clientId, account.id);
    if (client.type === 'public') throw new Problem(409, 'a public application has no secret: it uses PKCE');
    const { profile } = profileOf(client, this.settings);
    if (profile !== null) throw new Problem(409, `a secret would not be accepted: ${profile}`);
    const replaced = client.secrets.find(({ id }) => id === dto.replaces);
    if (dto.replaces !== undefined && replaced === undefined)
      throw invalidFields([{ field: 'replaces', detail: 'is not the id of a secret of this application' }]);
    const request = { name: dto.name ?? replaced?.name ?? null, replaces: replaced?.id ?? null };
    return toNewSecretView(await this.applications.addSecret(client, request, address));
  }

  @Delete('secrets/:id')
  @UseGuards(DeveloperGuard)
  @HttpCode(204)
  @ApiOperation({ summary: 'Delete a secret; the last one that does not expire cannot be deleted' })
  @ApiNoContentResponse()
  @ApiProblem(403, 404, 409)
  async delete(
    @CurrentCaller() { account }: Caller,
    @Param('client_id') clientId: string,
    @Param('id') id: string,
    @CallerAddress() address: string,
  ): Promise<void> {
    const client = await this.applications.get(clientId, account.id);
    if (!client.secrets.some((secret) => secret.id === id)) throw notFound();
    if (!(await this.applications.deleteSecret(client, id, address)))
      throw new Problem(409, 'the last secret that does not expire cannot be deleted; add another one first');
  }
}
