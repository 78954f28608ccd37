import { Module } from '@nestjs/common';
import { SessionsModule } from '../sessions/sessions.module';
import { DelegationRepository } from './delegation.repository';
import { GrantRepository } from './grant.repository';

@Module({
  imports: [SessionsModule],
  providers: [DelegationRepository, GrantRepository],
  exports: [DelegationRepository, GrantRepository],
})
export class GrantsModule {}
