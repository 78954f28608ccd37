import { Controller, Get, Headers, HttpCode, Post, UseGuards } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiExample, ApiProblem, ApiSignedIn } from '../../platform/http/docs/api-docs';
import { CallerAddress } from '../../platform/http/edge/edge-request';
import { OwnOrigin } from '../../platform/http/edge/route-facts';
import { CheckedBody } from '../../platform/http/validation/body.pipe';
import type { Caller } from '../../model/sessions/caller';
import { CurrentCaller, SignedInGuard } from '../../model/sessions/signed-in.guard';
import { EmailChanges } from '../../model/own-account/email-changes';
import { ChangeEmailDto, EmailView } from './mailed-proofs.dto';
import { OwnAccount } from '../../model/own-account/own-account';

@ApiTags('accounts')
@ApiSignedIn()
@UseGuards(SignedInGuard)
@OwnOrigin()
@Controller('api/account/email')
export class EmailController {
  constructor(
    private readonly own: OwnAccount,
    private readonly changes: EmailChanges,
  ) {}

  @Get()
  @ApiOperation({ summary: 'Get the email of the account, and whether it is verified' })
  @ApiOkResponse({ type: EmailView })
  show(@CurrentCaller() { account }: Caller): EmailView {
    return { email: account.email, email_verified: account.isEmailVerified };
  }

  @Post()
  @HttpCode(202)
  @ApiExample(ChangeEmailDto, { email: 'ada@example.org', current_password: 'a password of Ada' })
  @ApiOperation({
    summary: 'Request a change of the email: a link sent to the new address confirms it',
    description:
      'The old address is notified. A new password invalidates the link. If the new address already has an account, the email says so.',
  })
  @ApiAcceptedResponse()
  @ApiProblem(400, 403, 413, 415, 429, 503)
  async change(
    @CurrentCaller() caller: Caller,
    @CheckedBody() { email, current_password }: ChangeEmailDto,
    @CallerAddress() address: string,
    @Headers('accept-language') language: string | undefined,
  ): Promise<void> {
    const account = await this.own.prove(caller, current_password, address);
    await this.changes.askChange(account, email, { address, language });
  }

  @Post('verification')
  @HttpCode(202)
  @ApiOperation({ summary: 'Send the verification email again; none is sent if the email is verified' })
  @ApiAcceptedResponse()
  @ApiProblem(403, 429, 503)
  async verify(
    @CurrentCaller() { account }: Caller,
    @CallerAddress() address: string,
    @Headers('accept-language') language: string | undefined,
  ): Promise<void> {
    await this.changes.askVerification(account.id, { address, language });
  }
}
