import { Module } from '@nestjs/common';
import { ClientsModule } from '../../model/clients/clients.module';
import { KeysModule } from '../../model/keys/keys.module';
import { RevocationsModule } from '../../model/revocations/revocations.module';
import { ClosedPages } from './closed-pages';
import { FeedAccess } from './feed-access';
import { PageSigner } from './page-signer';
import { ReaderLimits } from './reader-limits';
import { RevocationFeedController } from './revocation-feed.controller';
import { RevocationFeedService } from './revocation-feed.service';
import { TailPages } from './tail-pages';
import { WaitingCalls } from './waiting-calls';

@Module({
  imports: [ClientsModule, KeysModule, RevocationsModule],
  controllers: [RevocationFeedController],
  providers: [ClosedPages, FeedAccess, PageSigner, ReaderLimits, RevocationFeedService, TailPages, WaitingCalls],
})
export class RevocationFeedModule {}
