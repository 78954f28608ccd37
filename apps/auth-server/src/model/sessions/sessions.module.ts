import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module';
import { KeysModule } from '../keys/keys.module';
import { AccountSessions } from './account-sessions';
import { Callers } from './callers';
import { RejectedTokenLog } from './rejected-token-log';
import { SessionTokens } from './session-token';
import { SessionRepository } from './session.repository';
import { SignInDemandRepository } from './sign-in-demand.repository';
import { SignIn } from './sign-in';
import { SignedInGuard } from './signed-in.guard';
import { TrustedIssuers } from './trusted-issuers';

@Module({
  imports: [AccountsModule, KeysModule],
  providers: [
    AccountSessions,
    Callers,
    RejectedTokenLog,
    SessionRepository,
    SessionTokens,
    SignIn,
    SignInDemandRepository,
    SignedInGuard,
    TrustedIssuers,
  ],
  exports: [AccountSessions, Callers, SessionRepository, SignIn, SignInDemandRepository, SignedInGuard],
})
export class SessionsModule {}
