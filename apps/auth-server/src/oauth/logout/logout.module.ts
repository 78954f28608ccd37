import { Module } from '@nestjs/common';
import { ClientsModule } from '../../model/clients/clients.module';
import { SessionsModule } from '../../model/sessions/sessions.module';
import { TokensModule } from '../../model/tokens/tokens.module';
import { LogoutController } from './logout.controller';
import { LogoutService } from './logout.service';

@Module({
  imports: [ClientsModule, SessionsModule, TokensModule],
  controllers: [LogoutController],
  providers: [LogoutService],
  exports: [LogoutService],
})
export class LogoutModule {}
