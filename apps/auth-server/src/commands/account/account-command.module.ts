import { type DynamicModule, Module } from '@nestjs/common';
import type { Clock } from '../../config/clock';
import { ConfigModule } from '../../config/config.module';
import type { Settings } from '../../config/settings';
import { DatabaseModule } from '../../database/database.module';
import { AccountChanges } from '../../accounts/account-changes';
import { AccountCommand } from './account-command';
import { Account } from '../../accounts/account.entity';
import { AccountsModule } from '../../accounts/accounts.module';
import { Event } from '../../events/event.entity';

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
