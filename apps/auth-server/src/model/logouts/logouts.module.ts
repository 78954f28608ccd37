import { Module } from '@nestjs/common';
import { ClientsModule } from '../clients/clients.module';
import { KeysModule } from '../keys/keys.module';
import { LogoutNoticeRepository } from './logout-notice.repository';
import { LogoutSender } from './logout-sender';

@Module({ imports: [ClientsModule, KeysModule], providers: [LogoutNoticeRepository, LogoutSender] })
export class LogoutsModule {}
