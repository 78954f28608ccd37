import { type DynamicModule, Module } from '@nestjs/common';
import type { Clock } from '../../platform/config/clock';
import { ConfigModule } from '../../platform/config/config.module';
import type { Settings } from '../../platform/config/settings';
import { DatabaseModule } from '../../platform/database/database.module';
import { AccountChanges } from '../../model/own-account/account-changes';
import { AccountCommand } from './account-command';
import { Account } from '../../model/accounts/account.entity';
import { AccountsModule } from '../../model/accounts/accounts.module';
import { Event } from '../../platform/events/event.entity';

/** The database alone: the account command reads and makes no key. */
@Module({})
export class AccountCommandModule {
  static with(settings: Settings, clock: Clock): DynamicModule {
    return {
      module: AccountCommandModule,
      imports: [ConfigModule.with(settings, clock), DatabaseModule.with([Account, Event]), AccountsModule],
      providers: [AccountChanges, AccountCommand],
    };
  }
}
