import { Module } from '@nestjs/common';
import { Units } from '../../platform/database/units';
import { CodeRepository } from './code.repository';
import { CODE_REDEMPTION } from './redemption';
import { redemptionOn } from './redemption.engine';

@Module({
  providers: [CodeRepository, { provide: CODE_REDEMPTION, inject: [Units], useFactory: redemptionOn }],
  exports: [CodeRepository, CODE_REDEMPTION],
})
export class CodesModule {}
