import { Module } from '@nestjs/common';
import { LimitsModule } from '../limits/limits.module';
import { MailModule } from '../mail/mail.module';
import { SessionsModule } from '../sessions/sessions.module';
import { AccountController } from './account.controller';
import { AccountChanges } from './account-changes';
import { AccountExport } from './account-export';
import { AccountSwitch } from './account-switch';
import { AccountMails } from './account-mails';
import { ClaimsController } from './claims.controller';
import { AccountsModule } from './accounts.module';
import { EmailChanges } from './email-changes';
import { EmailController } from './email.controller';
import { EmailProofs } from './email-proofs';
import { ExportController } from './export.controller';
import { MailedProofsController } from './mailed-proofs.controller';
import { MailedTokens } from './mailed-tokens';
import { OwnAccount } from './own-account';
import { PasswordResets } from './password-resets';
import { RolesController } from './roles.controller';
import { SignUpController } from './sign-up.controller';
import { SignUps } from './sign-ups';

/** What pages offer too. */
const SERVICES = [
  AccountChanges,
  AccountExport,
  AccountSwitch,
  EmailChanges,
  EmailProofs,
  MailedTokens,
  OwnAccount,
  PasswordResets,
  SignUps,
];

/** Apart from AccountsModule, which SessionsModule imports. */
@Module({
  imports: [AccountsModule, LimitsModule, MailModule, SessionsModule],
  controllers: [
    SignUpController,
    AccountController,
    ClaimsController,
    EmailController,
    ExportController,
    MailedProofsController,
    RolesController,
  ],
  providers: [...SERVICES, AccountMails],
  exports: SERVICES,
})
export class AccountApiModule {}
