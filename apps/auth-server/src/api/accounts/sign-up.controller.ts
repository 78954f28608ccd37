import { Controller, Headers, Post } from '@nestjs/common';
import { ApiCreatedResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiExample, ApiProblem } from '../../platform/http/docs/api-docs';
import { ActsByCookie } from '../../platform/http/edge/route-facts';
import { CheckedBody } from '../../platform/http/validation/body.pipe';
import { CallerAddress } from '../../platform/http/edge/edge-request';
import { Problem } from '../../platform/http/answers/problem';
import { SignUpDto } from '../../model/own-account/sign-up.dto';
import { AccountView, toAccountView } from '../../model/accounts/account.view';
import { SignUps } from '../../model/own-account/sign-ups';

@ApiTags('accounts')
@ActsByCookie()
@Controller('api/accounts')
export class SignUpController {
  constructor(private readonly signUps: SignUps) {}

  @Post()
  @ApiExample(SignUpDto, { email: 'ada@example.com', password: 'a password of Ada', name: 'Ada' })
  @ApiOperation({
    summary: 'Sign up',
    description: `An email with a verification link follows. If MAIL_URL is set, an email that is taken is answered like a new one,
with an id that no account has, and its mailbox is notified.`,
  })
  @ApiCreatedResponse({ type: AccountView })
  @ApiProblem(400, 403, 409, 413, 415, 429, 503)
  async signUp(
    @CheckedBody() body: SignUpDto,
    @CallerAddress() address: string,
    @Headers('accept-language') language: string | undefined,
  ): Promise<AccountView> {
    const account = await this.signUps.signUp(body, { address, language, takesCode: false });
    if (account === null) throw emailTaken();
    return toAccountView(account);
  }
}

const emailTaken = () =>
  new Problem(409, 'an account with this email already exists', { errors: [{ field: 'email', detail: 'is taken' }] });
