import { Module } from '@nestjs/common';
import { ClientsModule } from '../../clients/clients.module';
import { ConsentsModule } from '../../consents/consents.module';
import { GrantsModule } from '../../grants/grants.module';
import { SessionsModule } from '../../sessions/sessions.module';
import { AuthorizeController } from './authorize.controller';
import { CallerCheck } from './caller-check.service';
import { ConsentApprovalService } from './consent-approval.service';
import { ConsentDecisionService } from './consent-decision.service';
import { ConsentRequestService } from './consent-request.service';

@Module({
  imports: [ClientsModule, ConsentsModule, GrantsModule, SessionsModule],
  controllers: [AuthorizeController],
  providers: [CallerCheck, ConsentApprovalService, ConsentDecisionService, ConsentRequestService],
})
export class AuthorizeModule {}
