import { Module } from '@nestjs/common';
import { AccountsModule } from '../model/accounts/accounts.module';
import { ClaimsModule } from '../model/claims/claims.module';
import { ClientsModule } from '../model/clients/clients.module';
import { GrantsModule } from '../model/grants/grants.module';
import { NoticesModule } from '../model/notices/notices.module';
import { OwnAccountModule } from '../model/own-account/own-account.module';
import { SessionsModule } from '../model/sessions/sessions.module';
import { TokensModule } from '../model/tokens/tokens.module';
import { UsageModule } from '../model/usage/usage.module';
import { LimitsModule } from '../platform/limits/limits.module';
import { AccountController } from './accounts/account.controller';
import { ClaimsController } from './accounts/claims.controller';
import { EmailController } from './accounts/email.controller';
import { ExportController } from './accounts/export.controller';
import { MailedProofsController } from './accounts/mailed-proofs.controller';
import { NoticesController } from './accounts/notices.controller';
import { RolesController } from './accounts/roles.controller';
import { SignUpController } from './accounts/sign-up.controller';
import { AdministrationModule } from './administration/administration.module';
import { ApplicationLogoController } from './applications/application-logo.controller';
import { ApplicationsController } from './applications/applications.controller';
import { ClientSecretsController } from './applications/client-secrets.controller';
import { DeveloperGuard } from './applications/developer.guard';
import { GrantsController } from './grants/grants.controller';
import { InitialAccessTokensController } from './initial-access-tokens/initial-access-tokens.controller';
import { QuickStartController } from './quick-start/quick-start.controller';
import { SessionController } from './sessions/session.controller';
import { SessionsController } from './sessions/sessions.controller';
import { TestTokenController } from './test-token/test-token.controller';
import { UsageController } from './usage/usage.controller';

/** Everything under `/api`, by the services of the nouns. */
@Module({
  imports: [
    AccountsModule,
    AdministrationModule,
    ClaimsModule,
    ClientsModule,
    GrantsModule,
    LimitsModule,
    NoticesModule,
    OwnAccountModule,
    SessionsModule,
    TokensModule,
    UsageModule,
  ],
  controllers: [
    SignUpController,
    AccountController,
    ClaimsController,
    EmailController,
    ExportController,
    MailedProofsController,
    NoticesController,
    RolesController,
    SessionController,
    SessionsController,
    ApplicationsController,
    ApplicationLogoController,
    ClientSecretsController,
    InitialAccessTokensController,
    GrantsController,
    QuickStartController,
    TestTokenController,
    UsageController,
  ],
  providers: [DeveloperGuard],
})
export class ApiModule {}
