import { Module } from '@nestjs/common';
import { OwnAccountModule } from '../../model/own-account/own-account.module';
import { AccountsModule } from '../../model/accounts/accounts.module';
import { ClientsModule } from '../../model/clients/clients.module';
import { EventsModule } from '../../platform/events/events.module';
import { GrantsModule } from '../../model/grants/grants.module';
import { KeysModule } from '../../model/keys/keys.module';
import { SessionsModule } from '../../model/sessions/sessions.module';
import { UsageModule } from '../../model/usage/usage.module';
import { AdministeredAccountsController } from './accounts.controller';
import { AdministeredApplicationsController } from './applications.controller';
import { RecordedEventsController } from './events.controller';
import { SigningKeysController } from './keys.controller';
import { ResourcesController } from './resources.controller';

/** `/api/admin`: what administrators see and do, by the services of the nouns. */
@Module({
  imports: [
    OwnAccountModule,
    AccountsModule,
    ClientsModule,
    EventsModule,
    GrantsModule,
    KeysModule,
    SessionsModule,
    UsageModule,
  ],
  controllers: [
    AdministeredAccountsController,
    AdministeredApplicationsController,
    RecordedEventsController,
    ResourcesController,
    SigningKeysController,
  ],
})
export class AdministrationModule {}
