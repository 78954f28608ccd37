import { Module } from '@nestjs/common';
import { SessionsModule } from '../sessions/sessions.module';
import { AccountController } from './account.controller';
import { AccountChanges } from './account-changes';
import { AccountsModule } from './accounts.module';

/** A module of its own, as it needs sessions and sessions need accounts. */
@Module({
  imports: [AccountsModule, SessionsModule],
  controllers: [AccountController],
  providers: [AccountChanges],
  exports: [AccountChanges],
})
export class AccountApiModule {}
