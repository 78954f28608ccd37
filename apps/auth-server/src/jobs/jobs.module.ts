import { Module } from '@nestjs/common';
import { Chores } from './jobs';

@Module({ providers: [Chores], exports: [Chores] })
export class ChoresModule {}
