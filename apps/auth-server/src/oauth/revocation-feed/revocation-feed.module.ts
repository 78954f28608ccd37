import { Module } from '@nestjs/common';
import { ClientsModule } from '../../clients/clients.module';
import { KeysModule } from '../../keys/keys.module';
import { RevocationsModule } from '../../revocations/revocations.module';
import { EventListeners, STREAMS, STREAM_SETTINGS } from './event-listeners';
import { EventStreamService } from './event-stream.service';
import { FeedAccess } from './feed-access';
import { RevocationFeedController } from './revocation-feed.controller';
import { RevocationFeedService } from './revocation-feed.service';
import { SignedSnapshots } from './signed-snapshots';
import { WholeSnapshotLimit } from './whole-snapshot-limit';

@Module({
  imports: [ClientsModule, KeysModule, RevocationsModule],
  controllers: [RevocationFeedController],
  providers: [
    EventListeners,
    EventStreamService,
    FeedAccess,
    RevocationFeedService,
    SignedSnapshots,
    WholeSnapshotLimit,
    { provide: STREAM_SETTINGS, useValue: STREAMS },
  ],
})
export class RevocationFeedModule {}
