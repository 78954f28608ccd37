import { Module } from '@nestjs/common';
import { Chores } from './chores';

@Module({ providers: [Chores], exports: [Chores] })
export class ChoresModule {}
