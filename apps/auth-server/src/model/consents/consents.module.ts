import { Module } from '@nestjs/common';
import { ConsentRepository } from './consent.repository';

@Module({ providers: [ConsentRepository], exports: [ConsentRepository] })
export class ConsentsModule {}
