import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module';
import { KeysModule } from '../keys/keys.module';
import { Callers } from './callers';
import { RejectedTokenLog } from './rejected-token-log';
import { SessionTokens } from './session-token';
import { SessionController } from './session.controller';
import { SessionRepository } from './session.repository';
import { SignInDemandRepository } from './sign-in-demand.repository';
import { SignedInGuard } from './signed-in.guard';
import { TrustedIssuers } from './trusted-issuers';

@Module({
  imports: [AccountsModule, KeysModule],
  controllers: [SessionController],
  providers: [
    Callers,
    RejectedTokenLog,
    SessionRepository,
    SessionTokens,
    SignInDemandRepository,
    SignedInGuard,
    TrustedIssuers,
  ],
  exports: [Callers, SessionRepository, SignInDemandRepository, SignedInGuard],
})
export class SessionsModule {}
