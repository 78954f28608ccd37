import { Module } from '@nestjs/common';
import { PushedRequestRepository } from './pushed-request.repository';

@Module({ providers: [PushedRequestRepository], exports: [PushedRequestRepository] })
export class RequestsModule {}
