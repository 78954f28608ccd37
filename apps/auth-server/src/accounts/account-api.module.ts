import { Module } from '@nestjs/common';
import { SessionsModule } from '../sessions/sessions.module';
import { AccountController } from './account.controller';
import { AccountChanges } from './account-changes';
import { AccountsModule } from './accounts.module';

/** Apart from AccountsModule, which SessionsModule imports. */
@Module({
  imports: [AccountsModule, SessionsModule],
  controllers: [AccountController],
  providers: [AccountChanges],
  exports: [AccountChanges],
})
export class AccountApiModule {}
