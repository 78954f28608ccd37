import { Module } from '@nestjs/common';
import { ClientsModule } from '../../clients/clients.module';
import { ConsentsModule } from '../../consents/consents.module';
import { GrantsModule } from '../../grants/grants.module';
import { KeysModule } from '../../keys/keys.module';
import { RequestsModule } from '../../pushed-requests/pushed-requests.module';
import { SessionsModule } from '../../sessions/sessions.module';
import { TokensModule } from '../../tokens/tokens.module';
import { AuthorizeController } from './authorize.controller';
import { CallerCheck } from './caller-check.service';
import { ConsentApprovalService } from './consent-approval.service';
import { ConsentDecisionService } from './consent-decision.service';
import { ConsentRequestService } from './consent-request.service';
import { RequestSource } from './request-source.service';

@Module({
  imports: [ClientsModule, ConsentsModule, GrantsModule, KeysModule, RequestsModule, SessionsModule, TokensModule],
  controllers: [AuthorizeController],
  providers: [CallerCheck, ConsentApprovalService, ConsentDecisionService, ConsentRequestService, RequestSource],
})
export class AuthorizeModule {}
