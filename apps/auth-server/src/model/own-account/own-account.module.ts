import { Module } from '@nestjs/common';
import { LimitsModule } from '../../platform/limits/limits.module';
import { MailModule } from '../../platform/mail/mail.module';
import { KeysModule } from '../keys/keys.module';
import { NoticesModule } from '../notices/notices.module';
import { SessionsModule } from '../sessions/sessions.module';
import { AccountChanges } from './account-changes';
import { AccountExport } from './account-export';
import { AccountMails } from '../accounts/mails/account-mails';
import { AccountsModule } from '../accounts/accounts.module';
import { EmailChanges } from './email-changes';
import { EmailProofs } from './email-proofs';
import { MailedTokens } from '../accounts/mails/mailed-tokens';
import { OwnAccount } from './own-account';
import { PasswordResets } from './password-resets';
import { SignUpCodes } from './sign-up-codes';
import { SignUps } from './sign-ups';

/** What pages offer too. */
const SERVICES = [
  AccountChanges,
  AccountExport,
  EmailChanges,
  EmailProofs,
  MailedTokens,
  OwnAccount,
  PasswordResets,
  SignUpCodes,
  SignUps,
];

/** What an account does to itself. Apart from AccountsModule, which SessionsModule imports. */
@Module({
  imports: [AccountsModule, KeysModule, LimitsModule, MailModule, NoticesModule, SessionsModule],
  providers: [...SERVICES, AccountMails],
  exports: SERVICES,
})
export class OwnAccountModule {}
