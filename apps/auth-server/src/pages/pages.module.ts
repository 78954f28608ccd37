import { Module } from '@nestjs/common';
import { OwnAccountModule } from '../model/own-account/own-account.module';
import { AccountsModule } from '../model/accounts/accounts.module';
import { AuthorizeModule } from '../oauth/authorize/authorize.module';
import { DeviceVerificationModule } from '../oauth/device-verification/device-verification.module';
import { GrantsModule } from '../model/grants/grants.module';
import { KeysModule } from '../model/keys/keys.module';
import { ClientsModule } from '../model/clients/clients.module';
import { EventsModule } from '../platform/events/events.module';
import { LogoutModule } from '../oauth/logout/logout.module';
import { NoticesModule } from '../model/notices/notices.module';
import { SessionsModule } from '../model/sessions/sessions.module';
import { AccountPageController } from './account/account.controller';
import { AccountForms } from './account/account-forms';
import { AppsController } from './apps/apps.controller';
import { Assets } from './assets/assets';
import { AssetsController } from './assets/assets.controller';
import { AdministrationController } from './console/administration.controller';
import { ConsoleBuild } from './console/console-build';
import { ConsoleFrames } from './console/console-frames';
import { ConsoleController } from './console/console.controller';
import { ConsentController } from './consent/consent.controller';
import { ConsentPreviewController } from './consent/preview.controller';
import { DeviceController } from './device/device.controller';
import { DoneController } from './done/done.controller';
import { ErrorPages } from './errors/error-pages';
import { MailedLinks } from './mailed/mailed-links';
import { ProofPages } from './mailed/proof-pages';
import { VerifyController } from './mailed/verify.controller';
import { PasswordController } from './password/password.controller';
import { HistoryController } from './history/history.controller';
import { Pages } from './rendering/pages';
import { ErrorDocsController } from './reference/error-docs.controller';
import { ReferenceController } from './reference/reference.controller';
import { PreferencesController } from './preferences/preferences.controller';
import { Outcomes } from './rendering/outcomes';
import { SignedInPages } from './rendering/signed-in';
import { SessionsPageController } from './sessions/sessions.controller';
import { LoginElsewhere } from './sign-in/login-elsewhere';
import { SignInReturnController } from './sign-in/return.controller';
import { SignInController } from './sign-in/sign-in.controller';
import { SignOutController } from './sign-out/sign-out.controller';
import { SignUpCodeController } from './sign-up/sign-up-code.controller';
import { SignUpPageController } from './sign-up/sign-up.controller';

/** What people meet in a browser. */
@Module({
  imports: [
    OwnAccountModule,
    AccountsModule,
    AuthorizeModule,
    ClientsModule,
    DeviceVerificationModule,
    EventsModule,
    GrantsModule,
    KeysModule,
    LogoutModule,
    NoticesModule,
    SessionsModule,
  ],
  controllers: [
    AccountPageController,
    AdministrationController,
    AppsController,
    AssetsController,
    ConsentController,
    // Before the console's `applications/:client_id/:part`.
    ConsentPreviewController,
    ConsoleController,
    DeviceController,
    DoneController,
    ErrorDocsController,
    HistoryController,
    PasswordController,
    PreferencesController,
    ReferenceController,
    SessionsPageController,
    SignInController,
    SignInReturnController,
    SignOutController,
    SignUpCodeController,
    SignUpPageController,
    VerifyController,
  ],
  providers: [
    AccountForms,
    LoginElsewhere,
    Assets,
    ConsoleBuild,
    ConsoleFrames,
    ErrorPages,
    MailedLinks,
    Outcomes,
    Pages,
    ProofPages,
    SignedInPages,
  ],
  exports: [Pages],
})
export class PagesModule {}
