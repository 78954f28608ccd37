import { type DynamicModule, Global, Module, type Type } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import type { Logger } from 'pino';
import { AccountApiModule } from './accounts/account-api.module';
import { ACCOUNT_MAIL_WORDS } from './accounts/account-mail-texts';
import { AccountsModule } from './accounts/accounts.module';
import { AdministrationModule } from './administration/administration.module';
import { JobsModule } from './jobs/jobs.module';
import { ClientsModule } from './clients/clients.module';
import { ConfigModule } from './config/config.module';
import type { Clock } from './config/clock';
import type { Settings } from './config/settings';
import { DatabaseModule } from './database/database.module';
import { ENTITIES } from './entities';
import { GrantsModule } from './grants/grants.module';
import { FileWatch } from './health/file-watch';
import { HealthController } from './health/health.controller';
import { VersionController } from './health/version.controller';
import { WrittenLately } from './health/written-lately';
import { FaultLog } from './http/answers/fault-log';
import { ErrorFilter } from './http/answers/error.filter';
import { LOGGER } from './http/server/logger';
import { LogoutsModule } from './logouts/logouts.module';
import { AuthorizeModule } from './oauth/authorize/authorize.module';
import { FORM_POST_PAGE } from './oauth/authorize/form-post-page';
import { DeviceVerificationModule } from './oauth/device-verification/device-verification.module';
import { DeviceAuthorizationModule } from './oauth/device-authorization/device-authorization.module';
import { DiscoveryModule } from './oauth/discovery/discovery.module';
import { LogoutModule } from './oauth/logout/logout.module';
import { PushedAuthorizationModule } from './oauth/pushed-authorization/pushed-authorization.module';
import { RegistrationModule } from './oauth/registration/registration.module';
import { IntrospectionModule } from './oauth/introspection/introspection.module';
import { RevocationModule } from './oauth/revocation/revocation.module';
import { RevocationFeedModule } from './oauth/revocation-feed/revocation-feed.module';
import { TokenModule } from './oauth/token/token.module';
import { UserinfoModule } from './oauth/userinfo/userinfo.module';
import { formPostPageOf } from './pages/leaving/leaving';
import { mailWords } from './pages/messages/mail-words';
import { PagesModule } from './pages/pages.module';
import { Pages } from './pages/rendering/pages';
import { SessionsModule } from './sessions/sessions.module';
import { TokensModule } from './tokens/tokens.module';
import { UsageModule } from './usage/usage.module';

const NOUNS = [
  AccountsModule,
  AccountApiModule,
  SessionsModule,
  ClientsModule,
  GrantsModule,
  TokensModule,
  LogoutsModule,
  UsageModule,
];
// First: the routes that are called most.
const VERBS = [
  TokenModule,
  AuthorizeModule,
  PushedAuthorizationModule,
  DeviceAuthorizationModule,
  DeviceVerificationModule,
  RegistrationModule,
  RevocationModule,
  RevocationFeedModule,
  IntrospectionModule,
  DiscoveryModule,
  UserinfoModule,
  LogoutModule,
];

interface Logs {
  logger: Logger;
  faults: FaultLog;
}

/** The auth server: its settings, its clock, the nouns that own rows and the verbs that own routes. */
@Global()
@Module({})
export class AppModule {
  /** @param more modules of an application built on this server */
  static with(settings: Settings, clock: Clock, { logger, faults }: Logs, more: readonly Type[] = []): DynamicModule {
    const rooms = [DatabaseModule.with(ENTITIES), ...VERBS, ...NOUNS, AdministrationModule, PagesModule, JobsModule];
    return {
      module: AppModule,
      imports: [ConfigModule.with(settings, clock), ...rooms, ...more],
      controllers: [HealthController, VersionController],
      providers: [
        { provide: LOGGER, useValue: logger },
        { provide: FaultLog, useValue: faults },
        { provide: ACCOUNT_MAIL_WORDS, useValue: mailWords },
        { provide: FORM_POST_PAGE, useFactory: formPostPageOf, inject: [Pages] },
        FileWatch,
        WrittenLately,
        { provide: APP_FILTER, useClass: ErrorFilter },
      ],
      exports: [ACCOUNT_MAIL_WORDS, FORM_POST_PAGE, LOGGER],
    };
  }
}
