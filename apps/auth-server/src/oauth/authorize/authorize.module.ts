import { Module } from '@nestjs/common';
import { ClientsModule } from '../../model/clients/clients.module';
import { CodesModule } from '../../model/codes/codes.module';
import { ConsentsModule } from '../../model/consents/consents.module';
import { GrantsModule } from '../../model/grants/grants.module';
import { KeysModule } from '../../model/keys/keys.module';
import { RequestsModule } from '../../model/pushed-requests/pushed-requests.module';
import { SessionsModule } from '../../model/sessions/sessions.module';
import { TokensModule } from '../../model/tokens/tokens.module';
import { UsageModule } from '../../model/usage/usage.module';
import { AuthorizeController } from './authorize.controller';
import { BrowserRequestService } from './browser-request.service';
import { CallerCheck } from './caller-check.service';
import { ConsentApprovalService } from './consent-approval.service';
import { ConsentDecisionService } from './consent-decision.service';
import { ConsentOpener } from './consent-opener.service';
import { ConsentPreview } from './consent-preview.service';
import { ConsentRequestService } from './consent-request.service';
import { PageDecisionService } from './page-decision.service';
import { RequestCheck } from './request-check.service';
import { RequestSource } from './request-source.service';
import { SignInPurposes } from './sign-in-purpose.service';

@Module({
  imports: [
    ClientsModule,
    CodesModule,
    ConsentsModule,
    GrantsModule,
    KeysModule,
    RequestsModule,
    SessionsModule,
    TokensModule,
    UsageModule,
  ],
  controllers: [AuthorizeController],
  providers: [
    BrowserRequestService,
    CallerCheck,
    ConsentApprovalService,
    ConsentDecisionService,
    ConsentOpener,
    ConsentPreview,
    ConsentRequestService,
    PageDecisionService,
    RequestCheck,
    RequestSource,
    SignInPurposes,
  ],
  exports: [ConsentPreview, ConsentRequestService, PageDecisionService, SignInPurposes],
})
export class AuthorizeModule {}
