import { Controller, HttpCode, Param, Post, UseGuards } from '@nestjs/common';
import { ApiNoContentResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Problem, notFound } from '../../platform/http/answers/problem';
import { ApiProblem, ApiSignedIn } from '../../platform/http/docs/api-docs';
import { CallerAddress } from '../../platform/http/edge/edge-request';
import { ActsByCookie } from '../../platform/http/edge/route-facts';
import type { Caller } from '../../model/sessions/caller';
import { CurrentCaller, SignedInGuard } from '../../model/sessions/signed-in.guard';
import { AccountChanges } from '../../model/own-account/account-changes';
import { AccountRepository } from '../../model/accounts/account.repository';

/** What trusted issuers tell of their accounts. */
@ApiTags('accounts')
@ApiSignedIn()
@UseGuards(SignedInGuard)
@ActsByCookie()
@Controller('api/accounts')
export class ClaimsController {
  constructor(
    private readonly accounts: AccountRepository,
    private readonly changes: AccountChanges,
  ) {}

  @Post(':id/claims-changed')
  @HttpCode(204)
  @ApiOperation({
    summary: "Report that an account's claims have changed: its earlier access tokens are refused",
    description: `With the account's newest JWT of a trusted issuer, whose claims are those of the next tokens where TRUSTED_ISSUERS lists
some; id is the account's here, or the JWT's subject. Here at once, and within a
second at services that read the revocations, access tokens issued before are refused. Applications get new ones by
their refresh tokens.`,
  })
  @ApiNoContentResponse()
  @ApiProblem(403, 404)
  async change(
    @CurrentCaller() { account, sessionId }: Caller,
    @Param('id') id: string,
    @CallerAddress() address: string,
  ): Promise<void> {
    if (sessionId !== null)
      throw new Problem(
        403,
        'only a trusted issuer, with a JWT of the account, or the operator can report changed claims',
      );
    const own = await this.accounts.findOpen(account.id);
    const isOwn = own !== null && (id === own.id || id === own.subject);
    if (!isOwn || !(await this.changes.changeClaims(own.id, address))) throw notFound();
  }
}
