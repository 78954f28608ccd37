import { Module } from '@nestjs/common';
import { ClientsModule } from '../clients/clients.module';
import { SessionsModule } from '../sessions/sessions.module';
import { UsageCounters } from './usage-counters';
import { UsageController } from './usage.controller';
import { UsageRepository } from './usage.repository';

@Module({
  imports: [ClientsModule, SessionsModule],
  controllers: [UsageController],
  providers: [UsageCounters, UsageRepository],
  exports: [UsageCounters],
})
export class UsageModule {}
