import { Module } from '@nestjs/common';
import { ClientsModule } from '../../model/clients/clients.module';
import { CodesModule } from '../../model/codes/codes.module';
import { ConsentsModule } from '../../model/consents/consents.module';
import { GrantsModule } from '../../model/grants/grants.module';
import { KeysModule } from '../../model/keys/keys.module';
import { RequestsModule } from '../../model/pushed-requests/pushed-requests.module';
import { SessionsModule } from '../../model/sessions/sessions.module';
import { NoticesModule } from '../../model/notices/notices.module';
import { TokensModule } from '../../model/tokens/tokens.module';
import { UsageModule } from '../../model/usage/usage.module';
import { AuthorizeController } from './authorize.controller';
import { RequestCallers } from './caller.service';
import { ConsentDecisions } from './decision.service';
import { ConsentPages } from './page.service';
import { AuthorizationRequests } from './request.service';
import { ConsentScreens } from './screen.service';

@Module({
  imports: [
    ClientsModule,
    CodesModule,
    ConsentsModule,
    GrantsModule,
    KeysModule,
    NoticesModule,
    RequestsModule,
    SessionsModule,
    TokensModule,
    UsageModule,
  ],
  controllers: [AuthorizeController],
  providers: [AuthorizationRequests, ConsentDecisions, ConsentPages, ConsentScreens, RequestCallers],
  exports: [AuthorizationRequests, ConsentPages, ConsentScreens],
})
export class AuthorizeModule {}
