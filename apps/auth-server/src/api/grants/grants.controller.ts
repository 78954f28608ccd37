import { Controller, Delete, Get, HttpCode, Inject, Param, Patch, UseGuards } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiProblem, ApiSignedIn } from '../../platform/http/docs/api-docs';
import { ActsByCookie } from '../../platform/http/edge/route-facts';
import { CheckedBody } from '../../platform/http/validation/body.pipe';
import { CallerAddress } from '../../platform/http/edge/edge-request';
import { invalidFields, notFound } from '../../platform/http/answers/problem';
import { SETTINGS, type Settings } from '../../platform/config/settings';
import type { Caller } from '../../model/sessions/caller';
import { CurrentCaller, SignedInGuard } from '../../model/sessions/signed-in.guard';
import { NarrowGrantDto } from './grant.dto';
import { GrantRepository } from '../../model/grants/grant.repository';
import { GrantListView, GrantView, toGrantView } from './grant.view';

@ApiTags('grants')
@ApiSignedIn()
@UseGuards(SignedInGuard)
@ActsByCookie()
@Controller('api/grants')
export class GrantsController {
  constructor(
    private readonly grants: GrantRepository,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Get()
  @ApiOperation({ summary: 'List the grants of the account' })
  @ApiOkResponse({ type: GrantListView })
  async list(@CurrentCaller() { account }: Caller): Promise<GrantListView> {
    const { resources } = this.settings;
    return { items: (await this.grants.listOf(account.id)).map((grant) => toGrantView(grant, resources)) };
  }

  @Patch(':id')
  @ApiOperation({
    summary: 'Narrow a grant to the given scopes',
    description: `Refresh tokens and unused codes of the grant keep at most those scopes; a token family that keeps none ends. Access
tokens issued before are refused, here and within a second by services that read the revocations: the application gets
a new one with its refresh token. A later approval may widen the grant again.`,
  })
  @ApiOkResponse({ type: GrantView })
  @ApiProblem(400, 403, 404, 413, 415)
  async narrow(
    @CurrentCaller() { account }: Caller,
    @Param('id') id: string,
    @CheckedBody() { scopes }: NarrowGrantDto,
    @CallerAddress() address: string,
  ): Promise<GrantView> {
    const narrowing = await this.grants.narrow(id, account.id, scopes, address);
    if (narrowing.outcome === 'unknown') throw notOfGrant(narrowing.scopes);
    const grant = (await this.grants.listOf(account.id)).find((own) => own.id === id);
    if (narrowing.outcome === 'none' || grant === undefined) throw notFound();
    return toGrantView(grant, this.settings.resources);
  }

  @Delete(':id')
  @HttpCode(204)
  @ApiOperation({ summary: 'Revoke a grant: all its token families and unused codes end' })
  @ApiNoContentResponse()
  @ApiProblem(403, 404)
  async end(
    @CurrentCaller() { account }: Caller,
    @Param('id') id: string,
    @CallerAddress() address: string,
  ): Promise<void> {
    if (!(await this.grants.end(id, account.id, address))) throw notFound();
  }

  @Delete(':id/connections/:connection_id')
  @HttpCode(204)
  @ApiOperation({
    summary: 'End one connection: a token family of the grant',
    description: `Its refresh token ends, and its access tokens are refused, here and within a second by services that read the
revocations. The grant and its other connections stay: the application may connect again without asking.`,
  })
  @ApiNoContentResponse()
  @ApiProblem(403, 404)
  async endConnection(
    @CurrentCaller() { account }: Caller,
    @Param('id') id: string,
    @Param('connection_id') connectionId: string,
    @CallerAddress() address: string,
  ): Promise<void> {
    if (!(await this.grants.endConnection(connectionId, id, account.id, address))) throw notFound();
  }
}

const notOfGrant = (scopes: readonly string[]) =>
  invalidFields([{ field: 'scopes', detail: `must be scopes of the grant, which does not have ${scopes.join(' ')}` }]);
