import { Controller, Get, UseGuards } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { notFound } from '../../platform/http/answers/problem';
import { Reply } from '../../platform/http/answers/reply';
import { ApiProblem, ApiSignedIn } from '../../platform/http/docs/api-docs';
import { OwnOrigin } from '../../platform/http/edge/route-facts';
import type { Caller } from '../../model/sessions/caller';
import { CurrentCaller, SignedInGuard } from '../../model/sessions/signed-in.guard';
import { AccountExport } from '../../model/own-account/account-export';

/** A browser saves it instead of showing it. */
const AS_FILE = { 'content-disposition': 'attachment; filename="account.json"' };

@ApiTags('accounts')
@ApiSignedIn()
@UseGuards(SignedInGuard)
@OwnOrigin()
@Controller('api/account/export')
export class ExportController {
  constructor(private readonly exports: AccountExport) {}

  @Get()
  @ApiOperation({
    summary: 'Export all data of the account: itself, sessions, grants, applications, events; no secret',
  })
  @ApiOkResponse({ description: 'JSON with account, sessions, grants, applications and events.' })
  @ApiProblem(404)
  async export(@CurrentCaller() { account }: Caller): Promise<Reply> {
    const exported = await this.exports.of(account.id);
    if (exported === null) throw notFound();
    return new Reply(200, exported, AS_FILE);
  }
}
