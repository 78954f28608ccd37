import { type DynamicModule, Global, Module, type Type } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import type { Logger } from 'pino';
import { ACCOUNT_MAIL_WORDS } from './model/accounts/mails/account-mail-texts';
import { ApiModule } from './api/api.module';
import { JobsModule } from './platform/jobs/jobs.module';
import { ConfigModule } from './platform/config/config.module';
import type { Clock } from './platform/config/clock';
import { helpOn } from './platform/config/help-page';
import type { Settings } from './platform/config/settings';
import { DatabaseModule } from './platform/database/database.module';
import { ENTITIES } from './model/entities';
import { backgroundJobs } from './model/background-jobs';
import { OAuthModule } from './oauth/oauth.module';
import { FileWatch } from './platform/health/file-watch';
import { HealthController } from './platform/health/health.controller';
import { VersionController } from './platform/health/version.controller';
import { WrittenLately } from './platform/health/written-lately';
import { FaultLog } from './platform/http/answers/fault-log';
import { ErrorFilter } from './platform/http/answers/error.filter';
import { ApiDocument } from './platform/http/docs/api-document';
import { ApiDocumentController } from './platform/http/docs/api-document.controller';
import { LOGGER } from './platform/http/server/logger';
import { LogoutsModule } from './model/logouts/logouts.module';
import { FORM_POST_PAGE } from './oauth/authorize/form-post-page';
import { formPostPageOf } from './pages/leaving/leaving';
import { mailWordsWith } from './pages/messages/mail-words';
import { PagesModule } from './pages/pages.module';
import { Pages } from './pages/rendering/pages';

interface Logs {
  logger: Logger;
  faults: FaultLog;
}

/** The auth server: its settings, its clock, and its rooms. */
@Global()
@Module({})
export class AppModule {
  /** @param more modules of an application built on this server */
  static with(settings: Settings, clock: Clock, { logger, faults }: Logs, more: readonly Type[] = []): DynamicModule {
    const platform = [
      ConfigModule.with(settings, clock),
      DatabaseModule.with(ENTITIES, (wait) =>
        logger.warn({ ...wait, help: helpOn('migration-waits') }, 'a migration waits for a table in use'),
      ),
      JobsModule.with(backgroundJobs),
    ];
    return {
      module: AppModule,
      imports: [...platform, OAuthModule, ApiModule, PagesModule, LogoutsModule, ...more],
      controllers: [ApiDocumentController, HealthController, VersionController],
      providers: [
        { provide: LOGGER, useValue: logger },
        { provide: FaultLog, useValue: faults },
        { provide: ACCOUNT_MAIL_WORDS, useValue: mailWordsWith(settings.brand) },
        { provide: FORM_POST_PAGE, useFactory: formPostPageOf, inject: [Pages] },
        ApiDocument,
        FileWatch,
        WrittenLately,
        { provide: APP_FILTER, useClass: ErrorFilter },
      ],
      exports: [ACCOUNT_MAIL_WORDS, ApiDocument, FORM_POST_PAGE, LOGGER],
    };
  }
}
