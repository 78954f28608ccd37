import { Module } from '@nestjs/common';
import { SessionsModule } from '../sessions/sessions.module';
import { DelegationRepository } from './delegation.repository';
import { GrantRepository } from './grant.repository';
import { GrantsController } from './grants.controller';

@Module({
  imports: [SessionsModule],
  controllers: [GrantsController],
  providers: [DelegationRepository, GrantRepository],
  exports: [DelegationRepository, GrantRepository],
})
export class GrantsModule {}
