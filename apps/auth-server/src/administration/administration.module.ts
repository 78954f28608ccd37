import { Module } from '@nestjs/common';
import { AccountApiModule } from '../accounts/account-api.module';
import { AccountsModule } from '../accounts/accounts.module';
import { ClientsModule } from '../clients/clients.module';
import { EventsModule } from '../events/events.module';
import { GrantsModule } from '../grants/grants.module';
import { KeysModule } from '../keys/keys.module';
import { SessionsModule } from '../sessions/sessions.module';
import { AdministeredAccountsController } from './accounts.controller';
import { AdministeredApplicationsController } from './applications.controller';
import { RecordedEventsController } from './events.controller';
import { SigningKeysController } from './keys.controller';
import { ResourcesController } from './resources.controller';

/** `/api/admin`: what administrators see and do, by the services of the nouns. */
@Module({
  imports: [AccountApiModule, AccountsModule, ClientsModule, EventsModule, GrantsModule, KeysModule, SessionsModule],
  controllers: [
    AdministeredAccountsController,
    AdministeredApplicationsController,
    RecordedEventsController,
    ResourcesController,
    SigningKeysController,
  ],
})
export class AdministrationModule {}
