import { Module } from '@nestjs/common';
import { LimitsModule } from '../../platform/limits/limits.module';
import { AccountDirectory } from './account-directory';
import { AccountRoles } from './account-roles';
import { AccountIds } from './account-ids';
import { AccountRepository } from './account.repository';
import { AccountSwitch } from './account-switch';
import { PasswordCheck } from './passwords/password-check';
import { PasswordHasher } from './passwords/password-hasher';
import { PasswordLimits } from './passwords/password-limits';

@Module({
  imports: [LimitsModule],
  providers: [
    AccountDirectory,
    AccountIds,
    AccountRepository,
    AccountRoles,
    AccountSwitch,
    PasswordCheck,
    PasswordHasher,
    PasswordLimits,
  ],
  exports: [AccountDirectory, AccountRepository, AccountRoles, AccountSwitch, PasswordCheck, PasswordHasher],
})
export class AccountsModule {}
