import { Module } from '@nestjs/common';
import { ClientsModule } from '../../clients/clients.module';
import { LimitsModule } from '../../limits/limits.module';
import { RequestsModule } from '../../pushed-requests/pushed-requests.module';
import { TokensModule } from '../../tokens/tokens.module';
import { PushedAuthorizationController } from './pushed-authorization.controller';
import { PushedAuthorizationService } from './pushed-authorization.service';

@Module({
  imports: [ClientsModule, LimitsModule, RequestsModule, TokensModule],
  controllers: [PushedAuthorizationController],
  providers: [PushedAuthorizationService],
})
export class PushedAuthorizationModule {}
