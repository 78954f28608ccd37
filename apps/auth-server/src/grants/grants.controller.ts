import { Controller, Delete, Get, HttpCode, Param, UseGuards } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiProblem, ApiSignedIn } from '../http/docs/api-docs';
import { ActsByCookie } from '../http/edge/route-facts';
import { CallerAddress } from '../http/edge/edge-request';
import { notFound } from '../http/answers/problem';
import type { Caller } from '../sessions/caller';
import { CurrentCaller, SignedInGuard } from '../sessions/signed-in.guard';
import { GrantRepository } from './grant.repository';
import { GrantListView, toGrantView } from './grant.view';

@ApiTags('grants')
@ApiSignedIn()
@UseGuards(SignedInGuard)
@ActsByCookie()
@Controller('api/grants')
export class GrantsController {
  constructor(private readonly grants: GrantRepository) {}

  @Get()
  @ApiOperation({ summary: 'What the account granted' })
  @ApiOkResponse({ type: GrantListView })
  async list(@CurrentCaller() { account }: Caller): Promise<GrantListView> {
    return { items: (await this.grants.listOf(account.id)).map(toGrantView) };
  }

  @Delete(':id')
  @HttpCode(204)
  @ApiOperation({ summary: 'Take access back: all families and unspent codes of the grant end' })
  @ApiNoContentResponse()
  @ApiProblem(403, 404)
  async end(
    @CurrentCaller() { account }: Caller,
    @Param('id') id: string,
    @CallerAddress() address: string,
  ): Promise<void> {
    if (!(await this.grants.end(id, account.id, address))) throw notFound();
  }
}
