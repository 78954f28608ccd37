import { Module } from '@nestjs/common';
import { SessionsModule } from '../sessions/sessions.module';
import { GrantRepository } from './grant.repository';
import { GrantsController } from './grants.controller';

@Module({
  imports: [SessionsModule],
  controllers: [GrantsController],
  providers: [GrantRepository],
  exports: [GrantRepository],
})
export class GrantsModule {}
