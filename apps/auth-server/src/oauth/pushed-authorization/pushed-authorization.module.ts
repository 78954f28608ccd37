import { Module } from '@nestjs/common';
import { LimitsModule } from '../../limits/limits.module';
import { RequestsModule } from '../../pushed-requests/pushed-requests.module';
import { AuthorizeModule } from '../authorize/authorize.module';
import { ClientAuthenticationModule } from '../client-authentication/client-authentication.module';
import { DpopModule } from '../dpop/dpop.module';
import { PushedAuthorizationController } from './pushed-authorization.controller';
import { PushedAuthorizationService } from './pushed-authorization.service';

@Module({
  imports: [AuthorizeModule, ClientAuthenticationModule, DpopModule, LimitsModule, RequestsModule],
  controllers: [PushedAuthorizationController],
  providers: [PushedAuthorizationService],
})
export class PushedAuthorizationModule {}
