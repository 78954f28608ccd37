import { Module } from '@nestjs/common';
import { UsedJtiRepository } from './used-jti.repository';

@Module({ providers: [UsedJtiRepository], exports: [UsedJtiRepository] })
export class UsedJtisModule {}
