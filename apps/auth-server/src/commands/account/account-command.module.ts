import { type DynamicModule, Module } from '@nestjs/common';
import type { Clock } from '../../config/clock';
import { ConfigModule } from '../../config/config.module';
import type { Settings } from '../../config/settings';
import { DatabaseModule } from '../../database/database.module';
import { AccountChanges } from '../../accounts/account-changes';
import { AccountCommand } from './account-command';
import { AccountsModule } from '../../accounts/accounts.module';

/** What the account command needs of the server: its database. No key is read or made. */
@Module({})
export class AccountCommandModule {
  static with(settings: Settings, clock: Clock): DynamicModule {
    return {
      module: AccountCommandModule,
      imports: [ConfigModule.with(settings, clock), DatabaseModule, AccountsModule],
      providers: [AccountChanges, AccountCommand],
    };
  }
}
