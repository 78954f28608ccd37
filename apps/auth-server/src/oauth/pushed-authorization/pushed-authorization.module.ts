import { Module } from '@nestjs/common';
import { ClientsModule } from '../../model/clients/clients.module';
import { LimitsModule } from '../../platform/limits/limits.module';
import { RequestsModule } from '../../model/pushed-requests/pushed-requests.module';
import { TokensModule } from '../../model/tokens/tokens.module';
import { PushedAuthorizationController } from './pushed-authorization.controller';
import { PushedAuthorizationService } from './pushed-authorization.service';

@Module({
  imports: [ClientsModule, LimitsModule, RequestsModule, TokensModule],
  controllers: [PushedAuthorizationController],
  providers: [PushedAuthorizationService],
})
export class PushedAuthorizationModule {}
