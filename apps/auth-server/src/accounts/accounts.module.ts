import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { LimitsModule } from '../limits/limits.module';
import { Account } from './account.entity';
import { AccountRepository } from './account.repository';
import { PasswordCheck } from './password-check';
import { PasswordHasher } from './password-hasher';
import { PasswordLimits } from './password-limits';
import { SignUpController } from './sign-up.controller';

@Module({
  imports: [TypeOrmModule.forFeature([Account]), LimitsModule],
  controllers: [SignUpController],
  providers: [AccountRepository, PasswordCheck, PasswordHasher, PasswordLimits],
  exports: [AccountRepository, PasswordCheck, PasswordHasher],
})
export class AccountsModule {}
