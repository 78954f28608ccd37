import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module';
import { KeysModule } from '../keys/keys.module';
import { NoticesModule } from '../notices/notices.module';
import { UsedJtisModule } from '../used-jtis/used-jtis.module';
import { AccountSessions } from './account-sessions';
import { Callers } from './callers';
import { AppEvents } from './elsewhere/app-events';
import { AppJwts } from './elsewhere/app-jwts';
import { Landings } from './elsewhere/landings';
import { OpenIdProviders } from './elsewhere/openid-providers';
import { ProviderLog } from './elsewhere/provider-log';
import { SignInAnswers } from './elsewhere/sign-in-answers';
import { SignInRequestRepository } from './elsewhere/sign-in-request.repository';
import { SignInRequests } from './elsewhere/sign-in-requests';
import { RejectedTokenLog } from './rejected-token-log';
import { SessionUses } from './session-uses';
import { SessionTokens } from './session-token';
import { SessionRepository } from './session.repository';
import { SignInDemandRepository } from './sign-in-demand.repository';
import { SignIn } from './sign-in';
import { SignedInGuard } from './signed-in.guard';
import { TrustedIssuers } from './trusted-issuers';

@Module({
  imports: [AccountsModule, KeysModule, NoticesModule, UsedJtisModule],
  providers: [
    AccountSessions,
    AppEvents,
    AppJwts,
    Callers,
    Landings,
    OpenIdProviders,
    ProviderLog,
    RejectedTokenLog,
    SessionRepository,
    SessionTokens,
    SessionUses,
    SignIn,
    SignInAnswers,
    SignInDemandRepository,
    SignInRequestRepository,
    SignInRequests,
    SignedInGuard,
    TrustedIssuers,
  ],
  exports: [
    AccountSessions,
    AppEvents,
    Callers,
    Landings,
    RejectedTokenLog,
    SessionRepository,
    SignIn,
    SignInAnswers,
    SignInDemandRepository,
    SignInRequests,
    SignedInGuard,
  ],
})
export class SessionsModule {}
