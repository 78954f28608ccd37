import { Controller, Headers, HttpCode, Post } from '@nestjs/common';
import { ApiAcceptedResponse, ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Problem } from '../../platform/http/answers/problem';
import { Reply } from '../../platform/http/answers/reply';
import { ApiExample, ApiProblem } from '../../platform/http/docs/api-docs';
import { CallerAddress } from '../../platform/http/edge/edge-request';
import { ActsByCookie } from '../../platform/http/edge/route-facts';
import { CheckedBody } from '../../platform/http/validation/body.pipe';
import { BEARER_CHALLENGE, type Credentials } from '../../model/sessions/caller';
import { Callers } from '../../model/sessions/callers';
import { CallerCredentials } from '../../model/sessions/signed-in.guard';
import { toAccountView } from '../../model/accounts/account.view';
import { type EmailProofOutcome, EmailProofs } from '../../model/own-account/email-proofs';
import { AskResetDto, ProveEmailDto, ResetPasswordDto } from './mailed-proofs.dto';
import { ProvenEmailView } from './mailed-proofs.view';
import { PasswordResets } from '../../model/own-account/password-resets';

/** The calls that take a mailed token; callers need not be signed in. */
@ApiTags('accounts')
@ActsByCookie()
@Controller('api/accounts')
export class MailedProofsController {
  constructor(
    private readonly proofs: EmailProofs,
    private readonly resets: PasswordResets,
    private readonly callers: Callers,
  ) {}

  @Post('password-reset')
  @HttpCode(202)
  @ApiExample(AskResetDto, { email: 'ada@example.com' })
  @ApiOperation({ summary: 'Send an email with a link to set a new password' })
  @ApiAcceptedResponse({ description: 'Whether or not there is such an account.' })
  @ApiProblem(400, 403, 413, 415, 429, 503)
  async askReset(
    @CheckedBody() { email }: AskResetDto,
    @CallerAddress() address: string,
    @Headers('accept-language') language: string | undefined,
  ): Promise<void> {
    await this.resets.ask(email, { address, language });
  }

  @Post('password')
  @HttpCode(204)
  @ApiOperation({
    summary: 'Set a new password with an emailed token; every session of the account ends',
    description:
      'The token verifies the email too. The first verification of an email ends all earlier sessions and grants.',
  })
  @ApiNoContentResponse()
  @ApiProblem(400, 403, 413, 415, 503)
  async reset(
    @CheckedBody() { token, password, end_grants: endGrants = false }: ResetPasswordDto,
    @CallerCredentials() caller: Credentials,
  ): Promise<void> {
    if (!(await this.resets.accept(token, { password, endGrants }, caller))) throw unknownToken();
  }

  @Post('verification')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Verify the email of an account with an emailed token',
    description:
      'Signed in as the account, or with its password. The first verification ends all earlier sessions and grants.',
  })
  @ApiOkResponse({ type: ProvenEmailView })
  @ApiProblem(400, 401, 403, 413, 415, 429, 503)
  verify(@CheckedBody() body: ProveEmailDto, @CallerCredentials() credentials: Credentials): Promise<Reply> {
    return this.prove('verify', body, credentials);
  }

  @Post('email')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Verify the new email of an account with an emailed token; only then does it replace the old one',
    description: 'Signed in as the account, or with its password.',
  })
  @ApiOkResponse({ type: ProvenEmailView })
  @ApiProblem(400, 401, 403, 409, 413, 415, 429, 503)
  changeEmail(@CheckedBody() body: ProveEmailDto, @CallerCredentials() credentials: Credentials): Promise<Reply> {
    return this.prove('change', body, credentials);
  }

  private async prove(
    purpose: 'verify' | 'change',
    { token, password }: ProveEmailDto,
    credentials: Credentials,
  ): Promise<Reply> {
    const caller = await this.callers.find(credentials);
    const outcome = await this.proofs.accept(purpose, token, {
      ...this.callers.signingIn(credentials),
      ...{ caller, password, signsIn: false },
    });
    if (outcome.kind !== 'proven') throw REFUSALS[outcome.kind]();
    const { account, session } = outcome;
    const body: ProvenEmailView = { account: toAccountView(account) };
    if (session === null) return new Reply(200, body);
    const renewed = { session_token: session.token, expires_in: session.expiresIn };
    return new Reply(200, { ...body, ...renewed }, { 'set-cookie': session.cookies });
  }
}

const unknownToken = () =>
  new Problem(400, 'the token is unknown, used or expired: request another email', {
    errors: [{ field: 'token', detail: 'is unknown, used or expired' }],
  });

const REFUSALS: Record<Exclude<EmailProofOutcome['kind'], 'proven'>, () => Problem> = {
  unknown: unknownToken,
  stranger: () =>
    new Problem(401, 'sign in as the account of this token, or send its password', {
      headers: { 'www-authenticate': BEARER_CHALLENGE },
    }),
  'wrong password': () =>
    new Problem(403, 'the password is wrong', { errors: [{ field: 'password', detail: 'is wrong' }] }),
  taken: () =>
    new Problem(409, 'another account has this email', {
      errors: [{ field: 'token', detail: 'can no longer be used' }],
    }),
};
