import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module';
import { KeysModule } from '../keys/keys.module';
import { Callers } from './callers';
import { SessionTokens } from './session-token';
import { SessionController } from './session.controller';
import { SessionRepository } from './session.repository';
import { SignedInGuard } from './signed-in.guard';
import { TrustedIssuers } from './trusted-issuers';

@Module({
  imports: [AccountsModule, KeysModule],
  controllers: [SessionController],
  providers: [Callers, SessionRepository, SessionTokens, SignedInGuard, TrustedIssuers],
  exports: [Callers, SessionRepository, SignedInGuard],
})
export class SessionsModule {}
