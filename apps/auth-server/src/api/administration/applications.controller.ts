import { Controller, Delete, Get, HttpCode, Inject, Param, Patch } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiQuery } from '@nestjs/swagger';
import { ClientDirectory } from '../../model/clients/client-directory';
import { UsageRepository } from '../../model/usage/usage.repository';
import { REGISTRARS, originOf } from '../../model/clients/client.view';
import { SETTINGS, type Settings } from '../../platform/config/settings';
import { invalidFields, notFound } from '../../platform/http/answers/problem';
import { ApiProblem } from '../../platform/http/docs/api-docs';
import { QueryText } from '../../platform/http/edge/edge-request';
import { CheckedBody } from '../../platform/http/validation/body.pipe';
import { type Administrator, CurrentAdministrator, ForAdministrators } from './administrator.guard';
import {
  ApplicationDetailView,
  ApplicationPageView,
  SwitchApplicationDto,
  toAdministeredApplicationView,
  toApplicationDetailView,
} from './applications.view';
import { PAGE_SIZE, pageOf, readNumberCursor, readQuery } from './list-query';

@ForAdministrators()
@Controller('api/admin/applications')
export class AdministeredApplicationsController {
  constructor(
    private readonly clients: ClientDirectory,
    private readonly usage: UsageRepository,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Get()
  @ApiOperation({
    summary: 'List the applications of all developers and the clients that registered themselves, the newest first',
  })
  @ApiQuery({ name: 'registered_by', enum: REGISTRARS, required: false })
  @ApiQuery({ name: 'account_id', required: false })
  @ApiQuery({ name: 'cursor', required: false })
  @ApiOkResponse({ type: ApplicationPageView })
  @ApiProblem(400)
  async list(@QueryText() query: string): Promise<ApplicationPageView> {
    const given = readQuery(query, ['registered_by', 'account_id', 'cursor']);
    const { registered_by: registrar, account_id: accountId, cursor } = given;
    const origin = registrar === undefined ? undefined : originOf(registrar);
    if (origin === null) throw invalidFields([{ field: 'registered_by', detail: `must be ${REGISTRARS.join(', ')}` }]);
    const filter = { ...(origin !== undefined && { origin }), ...(accountId !== undefined && { accountId }) };
    const found = await this.clients.list(filter, readNumberCursor(cursor), PAGE_SIZE + 1);
    return pageOf(found, toAdministeredApplicationView, ({ id }) => id);
  }

  @Get(':client_id')
  @ApiOperation({ summary: 'Get an application, with its settings' })
  @ApiOkResponse({ type: ApplicationDetailView })
  async show(@Param('client_id') clientId: string): Promise<ApplicationDetailView> {
    const client = clientId.includes('\0') ? undefined : await this.clients.find(clientId);
    if (client === undefined) throw notFound();
    return toApplicationDetailView(client, await this.usage.useOf(clientId), this.settings);
  }

  @Patch(':client_id')
  @ApiOperation({
    summary: 'Disable or enable an application',
    description: `When it is disabled, it is refused everywhere, its access tokens within a second by services that read the revocations; its developer cannot
enable it. When it is enabled, what users allowed it works again.`,
  })
  @ApiOkResponse({ type: ApplicationDetailView })
  @ApiProblem(400, 403, 413, 415)
  async switch(
    @Param('client_id') clientId: string,
    @CheckedBody() { enabled }: SwitchApplicationDto,
    @CurrentAdministrator() by: Administrator,
  ): Promise<ApplicationDetailView> {
    await this.show(clientId);
    if (!(await this.clients.setEnabled(clientId, enabled, by))) throw notFound();
    return this.show(clientId);
  }

  @Delete(':client_id')
  @HttpCode(204)
  @ApiOperation({
    summary: 'Delete an application; its grants and token families end',
    description: 'One that is known by its metadata document can come back: disable it instead.',
  })
  @ApiNoContentResponse()
  @ApiProblem(403)
  async delete(@Param('client_id') clientId: string, @CurrentAdministrator() by: Administrator): Promise<void> {
    await this.show(clientId);
    if (!(await this.clients.delete(clientId, by))) throw notFound();
  }
}
