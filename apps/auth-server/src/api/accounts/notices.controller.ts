import { Controller, Get, Patch, UseGuards } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { AccountNotices } from '../../model/notices/account-notices';
import type { Caller } from '../../model/sessions/caller';
import { CurrentCaller, SignedInGuard } from '../../model/sessions/signed-in.guard';
import { ApiExample, ApiProblem, ApiSignedIn } from '../../platform/http/docs/api-docs';
import { CallerAddress } from '../../platform/http/edge/edge-request';
import { OwnOrigin } from '../../platform/http/edge/route-facts';
import { CheckedBody } from '../../platform/http/validation/body.pipe';
import { NoticesDto } from './notices.dto';

@ApiTags('accounts')
@ApiSignedIn()
@UseGuards(SignedInGuard)
@OwnOrigin()
@Controller('api/account/notices')
export class NoticesController {
  constructor(private readonly notices: AccountNotices) {}

  @Get()
  @ApiOperation({ summary: 'Get whether the account is emailed about new sign-ins and new access' })
  @ApiOkResponse({ type: NoticesDto })
  async show(@CurrentCaller() { account }: Caller): Promise<NoticesDto> {
    return { enabled: await this.notices.isOn(account.id) };
  }

  @Patch()
  @ApiExample(NoticesDto, { enabled: false })
  @ApiOperation({
    summary: 'Turn emails about new sign-ins and new access off, or on again',
    description:
      'Sent where mail is set up, to confirmed emails. Emails about a changed password or email cannot be turned off.',
  })
  @ApiOkResponse({ type: NoticesDto })
  @ApiProblem(400, 403, 413, 415)
  async change(
    @CurrentCaller() { account }: Caller,
    @CheckedBody() { enabled }: NoticesDto,
    @CallerAddress() address: string,
  ): Promise<NoticesDto> {
    await this.notices.turn(account.id, enabled, address);
    return { enabled };
  }
}
