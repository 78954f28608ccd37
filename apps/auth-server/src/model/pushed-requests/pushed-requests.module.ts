import { Module } from '@nestjs/common';
import { KeysModule } from '../keys/keys.module';
import { HeldRequests } from './held-requests';
import { PushedRequestRepository } from './pushed-request.repository';

@Module({
  imports: [KeysModule],
  providers: [HeldRequests, PushedRequestRepository],
  exports: [HeldRequests, PushedRequestRepository],
})
export class RequestsModule {}
