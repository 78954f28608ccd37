import { Controller, Inject, Post } from '@nestjs/common';
import { ApiCreatedResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { SETTINGS, type Settings } from '../config/settings';
import { ApiProblem } from '../http/docs/api-docs';
import { ActsByCookie } from '../http/edge/route-facts';
import { CheckedBody } from '../http/validation/body.pipe';
import { CallerAddress } from '../http/edge/edge-request';
import { Problem } from '../http/answers/problem';
import { Limits } from '../limits/limits';
import { SignUpDto } from './account.dto';
import { AccountRepository, emailKeyOf } from './account.repository';
import { AccountView, toAccountView } from './account.view';
import { PasswordHasher } from './password-hasher';

@ApiTags('accounts')
@ActsByCookie()
@Controller('api/accounts')
export class SignUpController {
  constructor(
    private readonly accounts: AccountRepository,
    private readonly hasher: PasswordHasher,
    private readonly limits: Limits,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Post()
  @ApiOperation({ summary: 'Sign up' })
  @ApiCreatedResponse({ type: AccountView })
  @ApiProblem(400, 403, 409, 413, 415, 429, 503)
  async signUp(
    @CheckedBody() { email, password, name }: SignUpDto,
    @CallerAddress() address: string,
  ): Promise<AccountView> {
    if (!this.settings.signUpOpen) throw new Problem(403, 'sign-up is closed here; ask the operator for an account');
    await this.limits.consume('sign_ups', { address });
    if ((await this.accounts.findByEmail(email)) !== null) throw emailTaken();
    const passwordHash = await this.hasher.hash(password, { emailKey: emailKeyOf(email), address });
    const account = await this.accounts.create({ email, name, passwordHash }, address);
    if (account === null) throw emailTaken();
    return toAccountView(account);
  }
}

const emailTaken = () =>
  new Problem(409, 'an account with this e-mail exists', { errors: [{ field: 'email', detail: 'is taken' }] });
