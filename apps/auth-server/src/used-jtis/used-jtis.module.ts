import { Module } from '@nestjs/common';
import { ReplayRepository } from './used-jti.repository';

@Module({ providers: [ReplayRepository], exports: [ReplayRepository] })
export class ReplaysModule {}
