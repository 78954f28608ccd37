import { Module } from '@nestjs/common';
import { MailModule } from '../../platform/mail/mail.module';
import { KeysModule } from '../keys/keys.module';
import { AccountNotices } from './account-notices';
import { KnownBrowsers } from './known-browsers';

const SERVICES = [AccountNotices, KnownBrowsers];

@Module({ imports: [KeysModule, MailModule], providers: SERVICES, exports: SERVICES })
export class NoticesModule {}
