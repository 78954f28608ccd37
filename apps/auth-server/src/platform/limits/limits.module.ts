import { Module } from '@nestjs/common';
import { Limits } from './limits';

@Module({ providers: [Limits], exports: [Limits] })
export class LimitsModule {}
