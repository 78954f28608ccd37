import { Module } from '@nestjs/common';
import { CodeRepository } from './code.repository';

@Module({ providers: [CodeRepository], exports: [CodeRepository] })
export class CodesModule {}
