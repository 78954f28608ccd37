import { Module } from '@nestjs/common';
import { ClientsModule } from '../clients/clients.module';
import { SessionsModule } from '../sessions/sessions.module';
import { UsageCounters } from './usage-counters';
import { UsageRepository } from './usage.repository';

@Module({
  imports: [ClientsModule, SessionsModule],
  providers: [UsageCounters, UsageRepository],
  exports: [UsageCounters, UsageRepository],
})
export class UsageModule {}
