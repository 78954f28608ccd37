import { Module } from '@nestjs/common';
import { SessionsModule } from '../sessions/sessions.module';
import { AccountController } from './account.controller';
import { AccountChanges } from './account-changes';
import { AccountsModule } from './accounts.module';

/** What a signed-in account does to itself. Above the sessions, which stand on the accounts. */
@Module({
  imports: [AccountsModule, SessionsModule],
  controllers: [AccountController],
  providers: [AccountChanges],
  exports: [AccountChanges],
})
export class AccountApiModule {}
