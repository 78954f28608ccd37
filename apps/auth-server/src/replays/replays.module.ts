import { Module } from '@nestjs/common';
import { ReplayRepository } from './replay.repository';

@Module({ providers: [ReplayRepository], exports: [ReplayRepository] })
export class ReplaysModule {}
